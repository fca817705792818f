from functools import partial

import jax
import jax.numpy as jnp


def loss(params, x, y):
    return jnp.mean((jnp.tanh(x @ params["a"]) @ params["b"] - y) ** 2)


@partial(jax.jit, donate_argnums=0)
def sgd(params, x, y):
    grads = jax.grad(loss)(params, x, y)
    return jax.tree.map(lambda p, g: p - 1e-2 * g, params, grads)


def train(params, data):
    drift = jnp.zeros(())
    for x, y in data:
        new_params = sgd(params, x, y)
        drift = drift + jnp.sum(jnp.abs(new_params["a"] - params["a"]))
        params = new_params
    return params, drift
