import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jnp.linspace(0.3, 6.7, 12), jnp.arange(8.0), jax.random.normal(k2, (8,))


def run(x, knots, values):
    """Piecewise linear table at x, constant outside of the knots."""
    return jax.jit(jnp.interp)(x, knots, values)
