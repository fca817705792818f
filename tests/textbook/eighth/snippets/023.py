"""Scan over 24 stacked residual layers with a rematerialized body."""
from functools import partial

import jax
import jax.numpy as jnp

LAYERS, DIM, TOKENS = 24, 1024, 4096


def init(key):
    k_up, k_down = jax.random.split(key)
    return {
        "up": jax.random.normal(k_up, (LAYERS, DIM, 4 * DIM)) / DIM**0.5,
        "down": jax.random.normal(k_down, (LAYERS, 4 * DIM, DIM)) / (4 * DIM) ** 0.5,
    }


@partial(jax.checkpoint, prevent_cse=False)
def layer(x, params):
    normed = x / jnp.sqrt(jnp.mean(x**2, axis=-1, keepdims=True) + 1e-6)
    return x + jax.nn.gelu(normed @ params["up"]) @ params["down"], None


def loss_fn(params, x, y):
    out, _ = jax.lax.scan(layer, x, params)
    return jnp.mean((out - y) ** 2)


@jax.jit
def train_step(params, x, y):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, y)
    return jax.tree.map(lambda p, g: p - 1e-2 * g, params, grads), loss


if __name__ == "__main__":
    k_params, k_x, k_y = jax.random.split(jax.random.key(0), 3)
    x = jax.random.normal(k_x, (TOKENS, DIM))
    y = jax.random.normal(k_y, (TOKENS, DIM))
    params, loss = train_step(init(k_params), x, y)
    print("loss", float(loss))
