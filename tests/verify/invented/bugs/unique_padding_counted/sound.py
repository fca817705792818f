import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (12,), 0, 5),)


def run(labels):
    """Mean of the distinct labels of a (n,) vector."""
    s = jnp.sort(labels)
    new = jnp.concatenate([jnp.ones(1, bool), s[1:] != s[:-1]])
    return (jnp.sum(jnp.where(new, s, 0)) / jnp.sum(new)).astype(jnp.float32)
