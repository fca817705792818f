"""The number of rows has a name that only the loop reads."""

import jax
import jax.numpy as jnp


def listed(w, xs: jax.Array):
    count = xs.shape[0]  # how many
    rows = []
    for i in range(count):  # want: JOL201 "`rows`"
        rows.append(jnp.tanh(w @ xs[i]))
    return jnp.stack(rows)


def filled(w, xs: jax.Array):
    n = len(xs)
    out = jnp.zeros((n, 4))
    for i in range(n):  # want: JOL201 "`out`"
        out = out.at[i].set(jnp.tanh(w @ xs[i]))
    return out


def compact(w, boxes: jax.Array):
    n = boxes.shape[0]
    return jnp.stack([jnp.tanh(w @ boxes[i]) for i in range(n)])  # want: JOL201 "jnp.stack"


def read_elsewhere(w, xs: jax.Array):
    n = xs.shape[0]
    rows = jnp.stack([jnp.tanh(w @ xs[i]) for i in range(n)])  # want: JOL201 "jnp.stack"
    return jnp.sum(rows, axis=0) / n


def run(w, xs):
    return listed(w, xs), filled(w, xs), compact(w, xs), read_elsewhere(w, xs)


def inputs(key):
    return jax.random.normal(key, (4, 4)), jax.random.normal(key, (6, 4))
