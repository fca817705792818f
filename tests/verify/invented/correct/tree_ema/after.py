"""EMA of a parameter tree: ``run(avg, params, decay)`` = decay * avg + (1 - decay) * params, leaf by leaf.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(avg, params, decay=0.99):
    la, td = jax.tree.flatten(avg)
    lp = td.flatten_up_to(params)
    return td.unflatten([a + (1.0 - decay) * (p - a) for a, p in zip(la, lp)])


def inputs(key):
    a, b = jax.random.split(key)
    t = lambda k: {"w": jax.random.normal(k, (3, 2)), "b": (jax.random.normal(k, (2,)),)}
    return t(a), t(b), 0.9
