"""Nothing says whether what goes along with the keys are arrays: told to those who ask."""

import jax
import jax.numpy as jnp


def sample(space, key, n):
    keys = jax.random.split(key, space.count)
    parts = [draw(space.parts[i], keys[i], n) for i in range(space.count)]  # want: JOL201
    return jnp.concatenate(parts, axis=1)


def draw(part, key, n):
    return jax.random.uniform(key, (n, part.size))


def scaled(batch, other, scale):
    out = []
    for x, y in zip(batch, other):  # want: JOL201 "`out` is computed one row at a time"
        out.append(jnp.dot(x, y) * scale)
    return jnp.stack(out)


def run(batch, other, scale):
    return scaled(batch, other, scale)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3, 2)), jax.random.normal(k2, (3, 2)), 2.0
