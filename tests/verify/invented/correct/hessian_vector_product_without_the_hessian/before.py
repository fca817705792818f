import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6,)), jax.random.normal(b, (6,))


def _energy(x):
    return jnp.sum(jnp.cos(x[1:] * x[:-1])) + jnp.sum(x ** 4)


def run(x, v):
    """Curvature along a direction."""
    return jax.hessian(_energy)(x) @ v
