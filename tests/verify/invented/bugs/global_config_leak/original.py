import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 5)), jax.random.normal(b, (5, 3))


def run(a, b):
    """Product at the highest matmul precision."""
    with jax.default_matmul_precision("highest"):
        return jnp.tanh(a @ b)
