import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.float32(100.0), 0.01)


def run(x, tolerance):
    """Halve x until it is at most tolerance; returns x and the number of halvings."""
    steps = 0
    while x > tolerance:
        for _ in range(4):
            x = x / 2
            steps += 1
    return x, steps
