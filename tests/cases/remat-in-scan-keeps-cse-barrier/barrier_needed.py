import functools

import jax
import jax.numpy as jnp


def block(h, w):
    return jnp.tanh(h @ w), None


def layer_loop(layers, x):
    wrapped = jax.checkpoint(block)
    for w in layers:
        x, _ = wrapped(x, w)
    return x


def said_so(layers, x):
    return jax.lax.scan(jax.checkpoint(block, prevent_cse=True), x, layers)[0]


def said_by_flag(layers, x, use_scan):
    return jax.lax.scan(jax.checkpoint(block, prevent_cse=not use_scan), x, layers)[0]


def unrolled(layers, x):
    return jax.lax.scan(jax.checkpoint(block), x, layers, unroll=4)[0]


def also_called(layers, x):
    wrapped = jax.checkpoint(block)
    x, _ = wrapped(x, layers[0])
    return jax.lax.scan(wrapped, x, layers)[0]


def gradient_within(params, batches):
    def step(p, batch):
        loss = jax.checkpoint(lambda q: jnp.sum((batch @ q) ** 2))
        return p - 0.1 * jax.grad(loss)(p), None

    return jax.lax.scan(step, params, batches)[0]


def already(layers, x):
    @functools.partial(jax.checkpoint, prevent_cse=False)
    def inner(h, w):
        return jnp.tanh(h @ w), None

    return jax.lax.scan(inner, x, layers)[0]
