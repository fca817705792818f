# rule: python-fixed-point-loop
"""The loop is traced into a kernel of Pallas, which unrolls it."""
import jax
import jax.numpy as jnp


from jax.experimental import pallas as pl  # broken


def helper(x):
    return jnp.sin(x)


@jax.jit
def run(h):
    for _ in range(64):
        h = jnp.tanh(h + helper(h))
    return h


mapped = pl.pallas_call(run)  # broken
