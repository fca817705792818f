"""Sound rewrite: a negative index wraps instead of being clipped."""

import jax
import jax.numpy as jnp


def f(x, at):
    return jnp.take(x, jnp.maximum(at, 0), mode="clip")
