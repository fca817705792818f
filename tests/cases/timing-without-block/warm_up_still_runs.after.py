import time

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 4)),)


def score(w):
    return jnp.sum(jnp.tanh(w @ w))


forward = jax.jit(score)
backward = jax.jit(jax.grad(score))


def run(w):
    took = []
    # The first call compiles.
    jax.block_until_ready(forward(w))
    begin = time.perf_counter()
    forward(w).block_until_ready()
    took.append(time.perf_counter() - begin)

    first = backward(w)
    jax.block_until_ready(first)
    begin = time.perf_counter()
    grads = jax.block_until_ready(backward(w))
    took.append(time.perf_counter() - begin)
    return first, grads
