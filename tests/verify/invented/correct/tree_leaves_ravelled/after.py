import jax
import jax.numpy as jnp
from jax.flatten_util import ravel_pytree


def inputs(key):
    a, b = jax.random.split(key)
    return ({"a": jax.random.normal(a, (3,)), "b": (jax.random.normal(b, (2, 2)),)},)


def run(t):
    flat, back = ravel_pytree(t)
    return back(jnp.tanh(flat) * 2.0)
