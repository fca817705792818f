"""The function draws a new number at each call: the two calls are not the same."""

import haiku as hk
import jax
import jax.numpy as jnp


def noisy_loss(params):
    noise = jax.random.normal(hk.next_rng_key(), params.shape)
    return jnp.mean((params + noise) ** 2)


def step(params):
    loss = noisy_loss(params)
    return loss, jax.grad(noisy_loss)(params)
