import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.linspace(0.0, 2.0, 9), jax.random.normal(key, (9,))


def run(x, y):
    """Trapezoidal integral of y over the points x."""
    return (x[1] - x[0]) * (jnp.sum(y) - (y[0] + y[-1]) / 2)
