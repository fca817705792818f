import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.float32(100.0), 0.01)


def run(x, tolerance):
    """Halve x until it is at most tolerance; returns x and the number of halvings."""
    x, steps = jax.lax.while_loop(lambda c: c[0] > tolerance, lambda c: (c[0] / 2, c[1] + 1), (x, 0))
    return x, int(steps)
