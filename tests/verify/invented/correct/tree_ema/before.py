"""EMA of a parameter tree: ``run(avg, params, decay)`` = decay * avg + (1 - decay) * params, leaf by leaf.
"""
import jax
import jax.numpy as jnp


def run(avg, params, decay=0.99):
    return jax.tree.map(lambda a, p: decay * a + (1.0 - decay) * p, avg, params)


def inputs(key):
    a, b = jax.random.split(key)
    t = lambda k: {"w": jax.random.normal(k, (3, 2)), "b": (jax.random.normal(k, (2,)),)}
    return t(a), t(b), 0.9
