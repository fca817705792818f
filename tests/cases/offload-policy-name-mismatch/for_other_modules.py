"""A library names values for the policies of those who use it."""

import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name


def block(x, w):
    return jnp.tanh(checkpoint_name(x @ w, "hidden"))
