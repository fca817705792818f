import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    p = {"w": jax.random.normal(a, (3, 2)), "b": jnp.zeros((2,))}
    return p, {"w": jax.random.normal(b, (3, 2)), "b": jnp.ones((2,))}


def run(params, grads):
    """SGD; a parameter whose gradient is None is frozen and stays as it is."""
    sub = {k: grads[k] for k in sorted(params)}
    return jax.tree.map(lambda g, p: p - 0.1 * g, sub, {k: params[k] for k in sub})
