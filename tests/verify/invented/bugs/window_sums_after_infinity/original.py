import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (12,)),)


def run(x):
    """Sums over windows of three."""
    return jnp.stack([x[i] + x[i + 1] + x[i + 2] for i in range(x.shape[0] - 2)])
