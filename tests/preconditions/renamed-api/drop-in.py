# rule: removed-api
"""The successor takes other arguments."""
import jax
import jax.numpy as jnp


def run(rows):
    return jnp.row_stack(rows)  # holds
    return jax.xla_computation(jnp.sin)(rows)  # broken
