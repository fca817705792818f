# rule: python-loop-over-batch
"""What a turn calls counts its calls: traced once, it counts once."""
import jax
import jax.numpy as jnp


COUNT = 0


def helper(x):
    global COUNT  # broken
    COUNT += 1  # broken
    return jnp.sin(x)


def run(xs: jax.Array):
    return jnp.stack([helper(x) * 2 for x in xs])
