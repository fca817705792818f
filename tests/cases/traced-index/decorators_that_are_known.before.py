# not executed: it raises
"""Decorators of which it is known that they run the code of the function."""

import jax
from jaxtyping import jaxtyped


def counted(function):
    def run(*given):
        return function(*given)

    return run


@jax.jit
@counted
def first(row, count):
    return row[:count]  # want: JOL820


@jax.jit
@jaxtyped
def others(row, count):
    return row[count:]  # want: JOL820
