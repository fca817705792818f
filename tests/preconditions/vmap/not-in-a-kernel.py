# rule: python-loop-over-batch
"""The loop is traced into a kernel of Pallas, which unrolls it."""
import jax
import jax.numpy as jnp


from jax.experimental import pallas as pl  # broken


def helper(x):
    return jnp.sin(x)


def run(xs: jax.Array):
    return jnp.stack([helper(x) * 2 for x in xs])


mapped = pl.pallas_call(run)  # broken
