import jax
import jax.numpy as jnp

def inputs(key):
    return jax.random.uniform(key, (7,)) * 0.1, jnp.arange(1.0, 8.0)


def run(rates, times):
    """Growth over the given times at continuously compounded rates, and its mean."""
    growth = jnp.stack([jnp.expm1(r * t) for r, t in zip(rates, times)])
    return growth, jnp.mean(growth)
