# rule: per-leaf-python-update
"""Whoever calls sees the dict change, and would not any more."""
import jax
import jax.numpy as jnp


def loss(params, x):
    return jnp.sum((x @ params["w"] + params["b"]) ** 2)


@jax.jit  # holds
def step(params, x):
    grads = jax.grad(loss)(params, x)
    for key in params:
        params[key] -= 0.1 * grads[key]
    return params
