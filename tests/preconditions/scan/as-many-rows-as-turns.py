# rule: python-loop-over-time
"""With more turns than rows JAX reads the last row again; a scan stops."""
import jax
import jax.numpy as jnp


@jax.jit
def run(h, xs: jax.Array):
    for t in range(xs.shape[0]):  # holds
    for t in range(100):  # broken
        h = jnp.tanh(h + xs[t])
    return h
