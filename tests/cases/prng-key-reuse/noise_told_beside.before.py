# not executed: random numbers change
"""The noise that was added is given beside the sum, computed again; two noises are no such thing."""

import jax


def perturbed(key, params, scale, mask):
    moved = params + scale * mask * jax.random.normal(key, params.shape)
    return moved.ravel(), params, mask * jax.random.normal(key, params.shape)  # want: JOL802 (info)


def pair(key, params, other):
    first = params + jax.random.normal(key, params.shape)
    return first, other + jax.random.normal(key, params.shape)  # want: JOL802 (warning)


def two(key, params):
    first = jax.random.normal(key, params.shape)
    return first, jax.random.normal(key, params.shape)  # want: JOL802 (warning)
