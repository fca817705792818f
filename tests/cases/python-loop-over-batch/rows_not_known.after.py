"""Nothing says whether what goes along with the keys are arrays: told to those who ask."""

import jax
import jax.numpy as jnp


def sample(space, key, n):
    keys = jax.random.split(key, space.count)
    parts = jax.vmap(lambda part, keys_i: draw(part, keys_i, n))(space.parts, keys)
    return jnp.concatenate(parts, axis=1)


def draw(part, key, n):
    return jax.random.uniform(key, (n, part.size))


def scaled(batch, other, scale):
    def one(x, y):
        return jnp.dot(x, y) * scale

    return jax.vmap(one)(batch, other)


def run(batch, other, scale):
    return scaled(batch, other, scale)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3, 2)), jax.random.normal(k2, (3, 2)), 2.0
