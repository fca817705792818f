"""Profiles in which somebody waits, or may."""

import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    return w - 0.1 * jnp.tanh(x @ w).mean()


def blocked(w, x):
    with jax.profiler.trace("/tmp/blocked"):
        w = step(w, x)
        w.block_until_ready()
    return w


def fetched(w, x):
    with jax.profiler.trace("/tmp/fetched"):
        w = step(w, x)
        print(float(w[0, 0]))
    jax.profiler.start_trace("/tmp/later")
    w = step(w, x)
    jax.block_until_ready(w)
    jax.profiler.stop_trace()
    return w


def asked(w, x, limit):
    with jax.profiler.trace("/tmp/asked"):
        w = step(w, x)
        if w.sum() > limit:
            w = step(w, x)
    return w


def unseen(w, x, trainer):
    with jax.profiler.trace("/tmp/unseen"):
        w = trainer.fit(step(w, x))
    with jax.profiler.trace("/tmp/nothing"):
        pass
    return w


def in_parts(w, x, first, last, number):
    if number == first:
        jax.profiler.start_trace("/tmp/parts")
    w = step(w, x)
    if number == last:
        jax.profiler.stop_trace()
    return w
