import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key)
    return jax.random.normal(k[0], (3,)), jax.random.normal(k[1], (8, 3)), jnp.arange(8.0)


def run(w, x, y):
    """Squared error of the batch plus the weight penalty."""
    total = 0.0
    for row, target in zip(x, y):
        total = total + (row @ w - target) ** 2
    return total + 0.1 * jnp.sum(w * w)
