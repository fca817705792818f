"""Tasks one after the other under a jit, of which the first one lacks what stands between two."""

import jax
import jax.numpy as jnp


def softened(x, level):
    x = jnp.tanh(jnp.sin(x) * jnp.cos(level * x) + jnp.exp(-x * x))
    return jnp.where(x > level, x / (1.0 + jnp.abs(x)), jnp.log1p(jnp.exp(x)) - level)


def settled(x, level):
    for _ in range(3):
        x = softened(softened(x, level), level)
    return softened(softened(softened(x, level), level), level)


@jax.jit
def through_levels(levels, x):
    kept = [x]
    for k in range(levels.shape[0]):  # want: JOL202
        if k > 0:
            x = x - jnp.mean(x)
        x = settled(x, levels[k])
        kept.append(x * kept[-1])
    return kept[-1]
