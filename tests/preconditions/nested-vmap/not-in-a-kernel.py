# rule: nested-batch-loop
"""The loop is traced into a kernel of Pallas, which unrolls it."""
import jax
import jax.numpy as jnp


from jax.experimental import pallas as pl  # broken


def helper(x):
    return jnp.sin(x)


def run(xs: jax.Array, ys: jax.Array):
    return jnp.array([[jnp.dot(helper(x), y) for y in ys] for x in xs])


mapped = pl.pallas_call(run)  # broken
