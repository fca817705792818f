# rule: jit-of-fresh-callable
"""A dict is read one call down: compiled once, its value is frozen."""
import jax
import jax.numpy as jnp


STATE = {"scale": 1.0}  # broken
STATE = 1.0  # holds


def helper(v):
    return v * STATE  # holds
    return v * STATE["scale"]  # broken


def scaled(x):
    return jax.jit(lambda v: helper(v))(x)
