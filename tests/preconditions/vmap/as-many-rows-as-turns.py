# rule: python-loop-over-batch
"""With more turns than rows JAX reads the last row again; `vmap` has no such row."""
import jax
import jax.numpy as jnp


def run(xs: jax.Array, count):
    out = jnp.zeros((count, 2))
    for k in range(xs.shape[0]):  # holds
    for k in range(count):  # broken
        out = out.at[k].set(jnp.sin(xs[k]) * 2)
    return out
