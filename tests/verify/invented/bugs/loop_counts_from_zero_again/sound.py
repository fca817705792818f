import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4,)), 0, 5)


def body(step, x):
    return x + jnp.sin(x) / (step + 1)


@jax.jit
def walk(x, first, last):
    return jax.lax.fori_loop(first, last, body, x)


def run(x, first, last):
    """Steps first to last (exclusive) of a decaying walk."""
    for step in range(first, last):
        x = body(step, x)
    return x
