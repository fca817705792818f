import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 3)),)


def run(v):
    """Sum of lengths; a zero vector has length 0 and zero gradient."""
    def length(r):
        s = jnp.sum(r * r)
        pos = s > 0
        return jnp.where(pos, jnp.sqrt(jnp.where(pos, s, 1.0)), 0.0)
    return sum(length(v[i]) for i in range(v.shape[0])) + jnp.zeros((), v.dtype)
