# not executed: random numbers change
"""The noise that was added is given beside the sum, computed again; two noises are no such thing."""

import jax


def perturbed(key, params, scale, mask):
    key_1, key_2 = jax.random.split(key)
    moved = params + scale * mask * jax.random.normal(key_1, params.shape)
    return moved.ravel(), params, mask * jax.random.normal(key_2, params.shape)


def pair(key, params, other):
    key_1, key_2 = jax.random.split(key)
    first = params + jax.random.normal(key_1, params.shape)
    return first, other + jax.random.normal(key_2, params.shape)


def two(key, params):
    key_1, key_2 = jax.random.split(key)
    first = jax.random.normal(key_1, params.shape)
    return first, jax.random.normal(key_2, params.shape)
