"""Two carried values, a filled buffer, rows of two arrays."""

import jax
import jax.numpy as jnp


@jax.jit
def lstm(w, h, c, xs, mask: jax.Array):
    out = jnp.zeros((xs.shape[0], 3))
    for t in range(xs.shape[0]):  # want: JOL202 "carries `h` and `c`"
        gate = jnp.tanh(w @ h + xs[t])
        c = c + gate * mask[t, 0]
        h = jnp.tanh(c)
        out = out.at[t].set(h)
    return out, c


@jax.jit
def smoothed(xs, ys):
    state = xs[0]
    error = 0.0
    means, errors = [], []
    for x, y in zip(xs, ys):  # want: JOL202
        state = 0.9 * state + 0.1 * x
        error += jnp.sum((state - y) ** 2)
    del means, errors
    return state, error


def run(w, h, xs, mask):
    return lstm(w, h, h, xs, mask), smoothed(xs, xs[::-1])


def inputs(key):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    w = 0.3 * jax.random.normal(k1, (3, 3))
    xs = jax.random.normal(k3, (5, 3))
    return w, jax.random.normal(k2, (3,)), xs, jax.random.uniform(k4, (5, 2))
