"""Blocks in a Python loop need the barrier, also where a library wraps them."""

import haiku as hk
import jax
import jax.numpy as jnp


class Transformer(hk.Module):
    def __init__(self, layers):
        super().__init__()
        self.layers = layers

    def __call__(self, x):
        for layer in self.layers:
            x = x + hk.remat(layer)(x)
        return x


def block(w, h):
    return jnp.tanh(h @ w)


def differentiated_within(params, batches):
    def step(p, batch):
        grads = jax.grad(lambda q: jnp.sum(jax.checkpoint(block)(q, batch)))(p)
        return p - 0.1 * grads, None

    return jax.lax.scan(step, params, batches)[0]


def also_run_directly(layers, x):
    def body(h, w):
        return jax.checkpoint(block)(w, h), None

    x, _ = body(x, layers[0])
    return jax.lax.scan(body, x, layers)[0]


def unrolled(layers, x):
    def body(h, w):
        return jax.checkpoint(block)(w, h), None

    return jax.lax.scan(body, x, layers, unroll=2)[0]


def explicit(layers, x):
    def body(h, w):
        return jax.checkpoint(block, prevent_cse=True)(w, h), None

    return jax.lax.scan(body, x, layers)[0]
