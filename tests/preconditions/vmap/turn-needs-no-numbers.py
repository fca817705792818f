# rule: python-loop-over-batch
"""What a turn calls asks for a number, which a tracer has not."""
import jax
import jax.numpy as jnp


def helper(x):
    return jnp.sin(x)  # holds
    return jnp.sin(x) * int(x[0])  # broken


def run(xs: jax.Array):
    return jnp.stack([helper(x) * 2 for x in xs])
