"""What looks like growing keeps its shape, is padded, has a few turns, or is unrolled on purpose."""
from collections import deque

import jax
import jax.numpy as jnp
import numpy as np
from flax import linen as nn


@jax.jit
def forecast(history, length):
    return jnp.where(jnp.arange(history.shape[0]) < length, history, 0).sum()


def windows(series, n, size):
    return [forecast(series[t : t + size], size) for t in range(n)]


def padded(series, n):
    out = []
    for t in range(n):
        out.append(forecast(np.pad(series[:t], (0, n - t)), t))
    return out


def masked(series, n):
    return [forecast(series, t) for t in range(n)]


def rolled(series, new, n):
    for _ in range(n):
        series = jnp.concatenate([series[1:], new])
        forecast(series, 3)
    return series


def cut_again(series, new, n, size):
    for _ in range(n):
        forecast(series, 3)
        series = jnp.concatenate([series, new])
        series = series[-size:]
    return series


def the_last(values, n, size):
    held = deque(maxlen=size)
    recent = []
    for i in range(n):
        held.append(values[i])
        recent.append(values[i])
        recent = recent[-size:]
        forecast(jnp.stack(held), 3)
        forecast(jnp.stack(recent), 3)


def of_a_turn(batches):
    for batch in batches:
        rows = []
        for row in batch:
            rows.append(row)
        forecast(jnp.stack(rows), 3)


def doubled(grid, tolerance):
    while float(forecast(grid, 3)) > tolerance:
        grid = jnp.concatenate([grid, jnp.sin(grid)])
    return grid


def few(x, parts):
    for k in range(3):
        x = jnp.concatenate([x, jnp.ones(2)])
    for part in ("a", "b"):
        x = jnp.concatenate([x, parts[part]])
    return x


def on_the_host(series, n):
    seen = np.zeros(0)
    for t in range(n):
        seen = np.append(seen, series[:t].mean())
    return seen


@jax.jit
def unrolled(x):
    for t in range(1, 16):
        x = x.at[t].set(forecast(x[:t], t))
    return x


def gathered(xs):
    out = []
    for x in xs:
        out.append(forecast(x, 3))
    return jnp.stack(out)


def in_pieces(x, n):
    pieces = None
    for i in range(n):
        row = jnp.tanh(x[i])
        pieces = jnp.concatenate([x[i], row])
        forecast(pieces, 3)
    return pieces


class Context(nn.Module):
    @nn.compact
    def __call__(self, context, width):
        seen = nn.Embed(1, width)(jnp.zeros((1, 1), dtype=jnp.int32))
        for key in sorted(context):
            seen = jnp.concatenate([seen, nn.Dense(width)(context[key])], axis=1)
        return seen


def of_one_length(series, limit, count):
    error = limit + 1
    while error > limit:  # the length is found once, and changes where it is too long alone
        error = forecast(series[:count], 3)
        if error > 10 * limit:
            count -= 1
        limit = limit * 2
    return count
