"""Sound rewrite: two lines are printed in the other order."""

import jax
import jax.numpy as jnp


def f(x):
    print("first\nsecond")
    return x + x
