# rule: nested-batch-loop
"""What a turn calls counts its calls: traced once, it counts once."""
import jax
import jax.numpy as jnp


COUNT = 0


def helper(x):
    global COUNT  # broken
    COUNT += 1  # broken
    return jnp.sin(x)


def run(xs: jax.Array, ys: jax.Array):
    return jnp.array([[jnp.dot(helper(x), y) for y in ys] for x in xs])
