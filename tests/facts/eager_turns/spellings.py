"""Loops whose turns run operations one by one, in spellings that no codemod knows."""

import functools

import jax
import jax.numpy as jnp


def by_a_while(x: jax.Array, n: int):
    h_before, h = jnp.ones_like(x), 2.0 * x
    i = 1
    while i < n:  # fact: eager_turns 4 operations, carried
        h_before, h = h, 2.0 * x * h - 2.0 * i * h_before
        i += 1
    return h


def in_lists(rewards, n):
    values = [jnp.zeros(4)] * (n + 1)
    for t in reversed(range(n)):  # fact: eager_turns 4 operations, carried
        best = jnp.tanh(values[t + 1]) * 0.9
        values[t] = jnp.clip(best + rewards[t], 0.0, 1.0)
    return values


def of_keys_alone(key, steps):
    def draw(k):
        return jnp.pad(jax.random.normal(k, (3, 2)), 1)

    noises = []
    for _ in range(steps):  # fact: eager_turns 4 operations, carried
        key, sub = jax.random.split(key)
        noises.append(draw(sub))
    return jnp.stack(noises)


def score(logits, mask):
    kept = jnp.where(mask, logits, 0.0)
    return jnp.sum(jax.nn.softmax(kept)) / jnp.sum(mask)


def pairs(logits, ids, n):
    rows = []
    for i in range(n):
        row = []
        for j in range(n):  # fact: eager_turns 6 operations
            if i == j:
                row.append(jnp.zeros(3))
                continue
            row.append(score(logits, (ids == i) | (ids == j)))
        rows.append(row)
    return rows


def gathered(model, n):
    return jnp.stack(
        [jnp.tanh(model.at(i)) * 2.0 + jnp.sin(model.at(i)) for i in range(n)]  # fact: eager_turns 5 operations
    )


@functools.partial(jax.jit, static_argnames="n")
def unrolled_for_long(x, n):
    kept = [None] * n
    for k in range(n):  # fact: eager_turns 10 operations, carried
        kept[k] = jnp.tanh(x * k) + jnp.sin(x) * 2.0
        x = jnp.cos(kept[k]) - jnp.exp(x) * jnp.log(kept[k])
    return kept


state = jnp.zeros(8)
for _ in range(2000):  # fact: eager_turns 4 operations 2000 times, carried
    state = jnp.tanh(state) * 0.9 + jnp.sin(state)


def gram(columns: jax.Array, n: int):
    out = jnp.zeros((n, n))
    for i in range(n):  # fact: eager_turns 12 operations
        for j in range(i, n):
            one = jnp.dot(jnp.tanh(columns[i]), jnp.tanh(columns[j]))
            out = out.at[i, j].set(one)
    return out
