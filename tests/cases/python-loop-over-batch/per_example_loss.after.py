"""The loss of each example, collected in a list."""

import jax
import jax.numpy as jnp


def model_apply(params, x):
    return jnp.tanh(x @ params["w"]) @ params["v"]


def example_loss(params, x, y):
    pred = model_apply(params, x)  # pure function
    return jnp.mean((pred - y) ** 2)


def batched_loss(params, xs, ys):
    def one(x, y):
        return example_loss(params, x, y)

    return jnp.mean(jax.vmap(one)(xs, ys))


def run(params, xs, ys):
    return batched_loss(params, xs, ys)


def inputs(key):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    params = {"w": jax.random.normal(k1, (3, 4)), "v": jax.random.normal(k2, (4, 2))}
    return params, jax.random.normal(k3, (2, 3)), jax.random.normal(k4, (2, 2))
