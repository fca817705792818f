# rule: separate-loss-and-grad
"""What the loss reads changes between the two calls."""
import jax
import jax.numpy as jnp


WEIGHT = [1.0]


def loss(params, x):
    return jnp.sum((params - x) ** 2)  # holds
    return jnp.sum((params - x) ** 2) * WEIGHT[0]  # broken


def step(params, x):
    value = loss(params, x)
    WEIGHT[0] = 2.0
    grads = jax.grad(loss)(params, x)
    return value, grads
