"""Gradients of each example, which an optimizer that keeps them private takes."""

import jax
import jax.numpy as jnp
import optax

private = optax.contrib.dpsgd(0.1, l2_norm_clip=1.0, noise_multiplier=1.0, seed=0)


def loss(weights, x):
    return jnp.mean((x @ weights) ** 2)


def step(weights, state, x):
    slopes = jax.vmap(jax.grad(loss), in_axes=(None, 0))(weights, x)
    return private.update(slopes, state, weights)
