import jax
import jax.numpy as jnp

from network import losses

from .losses import huber_loss  # want: JOL862


@jax.jit
def step(params, x):
    return jnp.mean(huber_loss(x @ params) + losses.squared(x))  # want: JOL862
