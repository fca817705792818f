# rule: python-loop-over-time
"""What a turn calls counts its calls: traced once, it counts once."""
import jax
import jax.numpy as jnp


COUNT = 0


def helper(x):
    global COUNT  # broken
    COUNT += 1  # broken
    return jnp.sin(x)


@jax.jit
def run(h, xs: jax.Array):
    for x in xs:
        h = jnp.tanh(h + helper(x))
    return h
