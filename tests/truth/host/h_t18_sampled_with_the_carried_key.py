"""The key that is carried on is drawn from, and split again later."""

import jax
import jax.numpy as jnp


def anchors(config, dtype=jnp.float32):
    rng = jax.random.PRNGKey(config.seed)
    rng, init_key, noise_key = jax.random.split(rng, num=3)
    first = jax.random.normal(init_key, (1, config.dim), dtype)
    second = jax.random.normal(noise_key, (1, config.dim), dtype)
    rng, key = jax.random.split(rng)
    fixed = jax.random.normal(rng, (config.count, config.dim), dtype)
    for _ in range(config.steps):
        rng, key = jax.random.split(rng)  # want: JOL802
        first = first + jax.random.normal(key, first.shape)
    return fixed, first, second
