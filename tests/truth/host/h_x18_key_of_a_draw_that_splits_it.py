"""Timesteps and noise of a diffusion loss from one key: `randint` draws from the key's children, so
that the two have nothing in common."""

import jax
import jax.numpy as jnp


@jax.jit
def loss(params, key, images):
    steps = jax.random.randint(key, (images.shape[0],), 0, 1000)
    noise = jax.random.normal(key, images.shape)
    level = jnp.cos(steps / 1000.0)[:, None, None, None]
    predicted = (level * images + (1 - level) * noise) * params
    return jnp.mean((predicted - noise) ** 2)
