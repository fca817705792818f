import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (16,)), [])


def run(x, history):
    """Diffuse x for eight steps; append the energy of each to the caller's list."""
    for _ in range(8):
        x = x + 0.2 * (jnp.roll(x, 1) - 2 * x + jnp.roll(x, -1))
        history.append(jnp.sum(x * x))
    return x
