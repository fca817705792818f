"""SGD step with gradient clipping and weight decay.

``run(params, grads, max_norm, lr, wd)``: the gradient tree is first clipped to
global norm ``max_norm``; then wd * p is added to each clipped gradient; the
result times lr is subtracted.  The decay term is not clipped.
"""
import jax
import jax.numpy as jnp


def run(params, grads, max_norm=1.0, lr=0.1, wd=0.01):
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
    scale = jnp.minimum(1.0, max_norm / (norm + 1e-12))
    grads = jax.tree.map(lambda g: g * scale, grads)
    grads = jax.tree.map(lambda g, p: g + wd * p, grads, params)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    params = {"w": jax.random.normal(a, (3, 2)), "b": jnp.ones(2)}
    grads = {"w": 2.0 * jax.random.normal(b, (3, 2)), "b": jax.random.normal(c, (2,))}
    return params, grads, 1.0, 0.1, 0.1
