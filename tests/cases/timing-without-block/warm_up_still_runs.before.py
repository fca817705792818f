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
    forward(w)
    begin = time.perf_counter()  # want: JOL407 "an earlier call of `forward` may still run"
    forward(w).block_until_ready()
    took.append(time.perf_counter() - begin)

    first = backward(w)
    begin = time.perf_counter()  # want: JOL407 "an earlier call of `backward` may still run"
    grads = jax.block_until_ready(backward(w))
    took.append(time.perf_counter() - begin)
    return first, grads
