"""A key that is split at each step, with one sample left behind."""

import jax
import jax.numpy as jnp


@jax.jit
def walk(x, scale):
    key = jax.random.key(0)
    path = []
    for _ in range(16):  # want: JOL202 "carries `key` and `x`"
        key, sub = jax.random.split(key)
        x = x + scale * jax.random.uniform(sub, x.shape)
        path.append(x)
    path = jnp.stack(path)
    return path


def run(x, scale):
    return walk(x, scale)


def inputs(key):
    return jax.random.normal(key, (3,)), jnp.float32(0.5)
