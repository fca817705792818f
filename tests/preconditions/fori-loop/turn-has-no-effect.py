# rule: python-fixed-point-loop
"""What a turn calls counts its calls: traced once, it counts once."""
import jax
import jax.numpy as jnp


COUNT = 0


def helper(x):
    global COUNT  # broken
    COUNT += 1  # broken
    return jnp.sin(x)


@jax.jit
def run(h):
    for _ in range(64):
        h = jnp.tanh(h + helper(h))
    return h
