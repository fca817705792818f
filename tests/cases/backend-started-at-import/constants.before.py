# not executed: nothing is rewritten
"""What a package has for all."""

import jax.numpy as jnp

NAMES = ("a", "b")
# halves of the window
WINDOW = jnp.hanning(8)  # want: JOL910 "at the top"
OTHER = jnp.ones(3)


def windowed(x):
    return x * WINDOW
