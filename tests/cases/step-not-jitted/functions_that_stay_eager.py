"""What computes in a loop and is few, compiled, timed, seldom, random weights, or does more."""

import time

import jax
import jax.numpy as jnp


def scores(params, x):
    h = jnp.tanh(x @ params["w1"] + params["b1"])
    h = jnp.tanh(h @ params["w2"] + params["b2"])
    return h @ params["w3"] + params["b3"]


def weights(key, size):
    w, b = jax.random.split(key)
    low = -1.0 / jnp.sqrt(size)
    high = low + 2.0 * jnp.abs(low) * jnp.ones(())
    return {
        "w": low + (high - low) * jax.random.uniform(w, (size, size)),
        "b": low * jax.random.normal(b, (size,)),
    }


def layers(key, sizes):
    out = []
    for size in sizes:
        key, sub = jax.random.split(key)
        out.append(weights(sub, size))
        print(size, out[-1]["w"].shape)
    return out


def few(params, states):
    for at in range(4):
        print(int(jnp.argmax(scores(params, states[at]))))


def now_and_then(params, states, every):
    total = 0.0
    for at, state in enumerate(states):
        if at % every == 0:
            total += float(jnp.argmax(scores(params, state)))
    return total


def measured(params, x):
    began = time.perf_counter()
    for _ in range(100):
        scores(params, x).block_until_ready()
    print(time.perf_counter() - began)


compiled = jax.jit(scores)


def served(params, states):
    for state in states:
        print(int(jnp.argmax(compiled(params, jnp.asarray(state)))))


class Meter:
    def __init__(self):
        self.seen = []

    def score(self, params, x):
        found = scores(params, x)
        self.seen.append(float(found.sum()))
        return found


@jax.jit
def traced(params, states):
    for state in states:
        params = jax.tree.map(lambda p: 0.9 * p, params)
        params["b3"] = params["b3"] + scores(params, state)
    return params


def loss(w):
    return (2.0 * w - 10.0) ** 2


w = 1.0
for step in range(5):  # over soon, and run once
    w = w - 0.1 * jax.grad(loss)(w)
