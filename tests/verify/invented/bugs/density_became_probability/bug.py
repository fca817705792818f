import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (50,)), jnp.linspace(0.0, 1.0, 6))


def run(x, edges):
    """Density histogram of x over rising edges."""
    counts = jnp.histogram(x, bins=edges)[0]
    return counts / counts.sum()
