# rule: python-loop-over-time
"""The loop is traced into a kernel of Pallas, which unrolls it."""
import jax
import jax.numpy as jnp


from jax.experimental import pallas as pl  # broken


def helper(x):
    return jnp.sin(x)


@jax.jit
def run(h, xs: jax.Array):
    for x in xs:
        h = jnp.tanh(h + helper(x))
    return h


mapped = pl.pallas_call(run)  # broken
