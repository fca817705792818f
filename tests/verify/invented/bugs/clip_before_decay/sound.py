"""SGD step with gradient clipping and weight decay.

``run(params, grads, max_norm, lr, wd)``: the gradient tree is first clipped to
global norm ``max_norm``; then wd * p is added to each clipped gradient; the
result times lr is subtracted.  The decay term is not clipped.
"""
import jax
import jax.numpy as jnp


def _clip(tree, max_norm):
    norm = jnp.sqrt(jax.tree.reduce(lambda a, g: a + jnp.vdot(g, g), tree, 0.0))
    return jax.tree.map(lambda g: g * jnp.minimum(1.0, max_norm / (norm + 1e-12)), tree)


@jax.jit
def run(params, grads, max_norm=1.0, lr=0.1, wd=0.01):
    updates = jax.tree.map(lambda g, p: g + wd * p, _clip(grads, max_norm), params)
    return jax.tree.map(lambda p, u: p - lr * u, params, updates)


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    params = {"w": jax.random.normal(a, (3, 2)), "b": jnp.ones(2)}
    grads = {"w": 2.0 * jax.random.normal(b, (3, 2)), "b": jax.random.normal(c, (2,))}
    return params, grads, 1.0, 0.1, 0.1
