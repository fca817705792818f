import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.linspace(0.0, 2.0, 9), jax.random.normal(key, (9,))


def run(x, y):
    """Trapezoidal integral of y over the points x."""
    pieces = (x[1:] - x[:-1]) * (y[:-1] + y[1:]) / 2
    return jnp.sum(pieces, dtype=jnp.promote_types(jnp.float32, pieces.dtype))
