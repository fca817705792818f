import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (4,)), 1.0, 0.125)


def run(x, duration, dt):
    """Damped flow for all times of np.arange(0, duration, dt) (Python floats)."""
    steps = len(np.arange(0.0, duration, dt))
    return jax.lax.fori_loop(0, steps, lambda _, x: x - dt * (x + 0.1 * x**3), x)
