# rule: removed-api
"""A function of that name in the file is another one."""
from jax import numpy as jnp  # holds


class jnp:  # broken
    def row_stack(rows):  # broken
        return rows  # broken


def stacked(rows):
    return jnp.row_stack(rows)
