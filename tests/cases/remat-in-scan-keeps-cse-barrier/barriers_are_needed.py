import functools

import jax
import jax.numpy as jnp


def train(params, batches):
    @jax.checkpoint
    def model(p, x):
        return jnp.sum((x @ p) ** 2)

    def step(p, x):
        return p - 0.1 * jax.grad(model)(p, x), None

    return jax.lax.scan(step, params, batches)[0]


def python_loop(layers, x):
    block = jax.checkpoint(lambda h, w: h @ w)
    for w in layers:
        x = block(x, w)
    return x


def unrolled(layers, x):
    return jax.lax.scan(jax.checkpoint(lambda h, w: (h @ w, None)), x, layers, unroll=True)[0]


def stated(layers, x):
    block = functools.partial(jax.checkpoint, prevent_cse=True)(lambda h, w: (h @ w, None))
    return jax.lax.scan(block, x, layers)[0]


def both(layers, x):
    block = jax.checkpoint(lambda h, w: (h @ w, None))
    h, _ = jax.lax.scan(block, x, layers)
    return block(h, layers[0])
