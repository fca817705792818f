import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return ({"a": jax.random.normal(a, (4,)), "b": [jax.random.normal(b, (2, 2))]},)


def run(t):
    flat = jnp.concatenate([l.ravel() for l in jax.tree.leaves(t)])
    return jnp.linalg.norm(flat)
