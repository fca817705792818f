import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4,)), 1)


def step(x):
    return x + 0.1 * jnp.sin(x)


fast = jax.jit(step)


def run(x, steps):
    """All states up to the last, as a list."""
    history = [x]
    for _ in range(steps):
        history.append(fast(history[-1]))
    return history[1:]
