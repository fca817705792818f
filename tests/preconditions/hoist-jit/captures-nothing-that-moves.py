# rule: jit-of-fresh-callable
"""What is compiled captures an argument of the function around it."""
import jax
import jax.numpy as jnp


def scaled(x, factor):
    return jax.jit(lambda v: v * 2)(x)  # holds
    return jax.jit(lambda v: v * factor)(x)  # broken


def caller(xs):
    return [scaled(x, 2.0) for x in xs]
