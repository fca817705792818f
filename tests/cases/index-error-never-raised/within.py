"""Indices within, arrays of NumPy, which raise, and lengths that are not known."""

import jax
import jax.numpy as jnp
import numpy as np

table = jax.random.normal(jax.random.key(0), (100, 8))
x = jnp.arange(10)
last, first = x[9], x[-1]
rows = np.arange(10)
high = rows[10] if len(rows) > 10 else 0


def embedded(ids):
    return table[ids + 1]


print(embedded(jnp.arange(99)))


@jax.jit
def rough(x, y):
    n = x.shape[0]
    a = jax.lax.fori_loop(0, n - 1, lambda i, total: total + (x[i + 1] - x[i]) ** 2, 0.0)
    return jax.lax.fori_loop(0, n, lambda i, total: total + y[i + 1] - x[i - 1], a)


def host(xs):
    return [xs[i + 1] for i in range(len(xs))]
