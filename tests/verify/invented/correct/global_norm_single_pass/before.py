import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return ({"a": jax.random.normal(a, (4,)), "b": [jax.random.normal(b, (2, 2))]},)


def run(t):
    s = jnp.zeros(())
    for leaf in jax.tree.leaves(t):
        s = s + jnp.sum(leaf ** 2)
    return jnp.sqrt(s)
