"""Loops that are meant to be loops, or hand out too little."""

import time

import jax
import jax.numpy as jnp


def layers(weights, x):
    for i in range(len(weights)):
        x = jnp.tanh(x @ weights[i]["w"] + weights[i]["b"]) * 0.5
    return x


def named_layers(params, x, n):
    for i in range(n):
        x = jnp.tanh(x @ params[f"layer_{i}"] + 1.0) * 0.5
    return x


def blocks(model, x, n):
    for i in range(n):
        x = jnp.tanh(model.blocks[i](x) + 1.0) * 0.5 + x
    return x


def in_chunks(xs, size):
    out = []
    for start in range(0, len(xs), size):
        part = jnp.asarray(xs[start : start + size])
        out.append(jnp.tanh(part) * 2.0 + jnp.sin(part))
    return jnp.concatenate(out)


def fed(loader, state):
    for _ in range(100):
        batch = jnp.asarray(next(loader))
        state = jnp.tanh(state + batch) * 0.5 + jnp.sin(batch)
    return state


def until_it_fits(grid, n):
    while n > 0:
        grid = grid.flatten()
        found = jnp.nonzero(grid > 0)[0]
        grid = jnp.tanh(grid[found]) * 2.0
        n = found.shape[0]
    return grid


def grows(x):
    for _ in range(64):
        x = jnp.concatenate([x, jnp.tanh(x[-1:]) * 0.5 + 1.0])
    return x


def few(x):
    for k in range(3):
        x = jnp.tanh(x * k) + jnp.sin(x) * 2.0
    return x


def shown(draw, frames):
    for frame in frames:
        draw(jnp.tanh(jnp.asarray(frame)) * 2.0 + 1.0)


def light(xs, n):
    total = jnp.zeros(3)
    for _ in range(n):
        total = total + 1.0
    return total


def timed(x):
    for n in [100, 200, 400]:
        start = time.time()
        jax.block_until_ready(jnp.sin(jnp.ones(n)) @ x)
        print(n, time.time() - start)


@jax.jit
def unrolled_some_times(x, radius):
    for k in range(radius):
        x = jnp.tanh(x * k) + jnp.sin(x) * 2.0
    return x


def masked(xs, kinds, n):
    return jnp.stack([jnp.mean(jnp.tanh(xs.at(i)[kinds[i] == 2]) * 2.0 + 1.0) for i in range(n)])


def read_as_a_list(model, n):
    return [jnp.tanh(model.at(i)) * 2.0 + jnp.sin(model.at(i)) for i in range(n)]
