import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 32)),)


@jax.jit
def run(x):
    """Layer norm without affine part."""
    d = x - jnp.mean(x, axis=-1, keepdims=True)
    return d * jax.lax.rsqrt(jnp.mean(d * d, axis=-1, keepdims=True) + 1e-6)
