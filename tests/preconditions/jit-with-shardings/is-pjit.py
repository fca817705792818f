# rule: legacy-pjit
"""A function of that name in the file is another one."""
from jax.experimental.pjit import pjit  # holds


def pjit(function):  # broken
    return function  # broken


@pjit
def step(x):
    return x * 2
