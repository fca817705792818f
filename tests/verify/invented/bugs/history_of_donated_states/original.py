import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4,)), 1)


def step(x):
    return x + 0.1 * jnp.sin(x)


def run(x, steps):
    """All states up to the last, as a list."""
    history = [x]
    for _ in range(steps):
        x = step(x)
        history.append(x)
    return history[1:]
