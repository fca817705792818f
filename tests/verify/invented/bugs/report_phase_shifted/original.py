import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.float32(2.0), 6)


def run(x, steps):
    """Halves x; prints it before every third step (steps a multiple of 3)."""
    for i in range(steps):
        if i % 3 == 0:
            print(i, f'{x:.3f}')
        x = x / 2
    return x
