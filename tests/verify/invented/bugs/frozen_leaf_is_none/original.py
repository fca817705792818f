import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    params = {"w": jax.random.normal(a, (3, 2)), "b": jnp.zeros((2,))}
    return params, jax.tree.map(lambda p: jax.random.normal(b, p.shape), params)


def run(params, grads):
    """A step of gradient descent; parameters without a gradient stay."""
    out = {}
    for name in params:
        if grads[name] is None:
            out[name] = params[name]
        else:
            out[name] = params[name] - 0.1 * grads[name]
    return out
