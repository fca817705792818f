import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 32)),)


@jax.jit
def run(x):
    """Layer norm without affine part."""
    mu = jnp.mean(x, axis=-1, keepdims=True)
    var = jnp.mean(x * x, axis=-1, keepdims=True) - mu * mu
    return (x - mu) * jax.lax.rsqrt(var + 1e-6)
