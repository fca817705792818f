"""Rewrite with a bug: two lines are printed in the other order.

Caught by: effects
"""

import jax
import jax.numpy as jnp


def f(x):
    print("second")
    print("first")
    return x * 2
