import jax
import jax.numpy as jnp
from jax.flatten_util import ravel_pytree


def inputs(key):
    a, b = jax.random.split(key)
    return ({"a": jax.random.normal(a, (3,)), "b": (jax.random.normal(b, (2, 2)),)},)


def run(t):
    return jax.tree.map(lambda l: jnp.tanh(l) * 2.0, t)
