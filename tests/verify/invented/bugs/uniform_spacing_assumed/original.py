import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.linspace(0.0, 2.0, 9), jax.random.normal(key, (9,))


def run(x, y):
    """Trapezoidal integral of y over the points x."""
    total = jnp.zeros(())
    for i in range(x.shape[0] - 1):
        total = total + (x[i + 1] - x[i]) * (y[i] + y[i + 1]) / 2
    return total
