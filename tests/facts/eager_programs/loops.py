"""Functions that loops on the host run operation by operation, and what only looks like that."""

import time

import jax
import jax.numpy as jnp
import numpy as np


def scores(params, x):
    h = jnp.tanh(x @ params["w1"] + params["b1"])
    h = jnp.tanh(h @ params["w2"] + params["b2"])
    return h @ params["w3"] + params["b3"]


def made(key, size):
    w, b = jax.random.split(key)
    low = -1.0 / jnp.sqrt(size)
    return {"w": low + 2 * low * jax.random.uniform(w, (size, size)), "b": low * jax.random.normal(b, (size,))}


def greedy(params, env, steps):
    state, total = env.reset(), 0.0
    for _ in range(steps):
        if np.random.random() < 0.9:
            action = int(jnp.argmax(scores(params, jnp.asarray(state))))  # fact: eager_programs 8 of scores, certain
        else:
            action = np.random.randint(4)
        state, reward = env.step(action)
        total += reward
    return total


def distances(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2)) + jnp.sum(jnp.abs(x - y)) - jnp.max(x) * jnp.min(y)


def watched(rows, target):
    for epoch in range(1000):
        far = jax.vmap(distances, in_axes=(0, None))(rows, target)  # fact: eager_programs 13 of distances, certain
        rows = rows - 0.01 * rows
        print(epoch, far.mean())


def few(params, states):
    for at in range(4):
        print(int(jnp.argmax(scores(params, states[at]))))


def now_and_then(params, states, every):
    for at in range(1000):
        states = states * 0.5
        if at % every == 0:
            print(int(jnp.argmax(scores(params, states))))


def measured(params, x):
    began = time.perf_counter()
    for _ in range(100):
        scores(params, x).block_until_ready()
    print(time.perf_counter() - began)


def layers(key, sizes):
    out = []
    for size in sizes:
        key, sub = jax.random.split(key)
        out.append(made(sub, size))
        print(float(out[-1]["b"][0]))
    return out


@jax.jit
def compiled(params, x):
    return scores(params, x)


def served(params, xs):
    for x in xs:
        print(int(jnp.argmax(compiled(params, jnp.asarray(x)))))
