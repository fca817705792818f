"""Mean squared error over a data set, evaluated in batches.

``run(w, x, y, batch)`` returns the mean over all N examples of
(x @ w - y)**2.  N need not be a multiple of ``batch``; the last batch may be
smaller.  All arrays are float32, N >= 1, and ``batch`` is a Python int.
"""
import jax
import jax.numpy as jnp


def run(w, x, y, batch=4):
    total = 0.0
    for s in range(0, x.shape[0], batch):
        r = x[s:s + batch] @ w - y[s:s + batch]
        total = total + jnp.sum(r * r)
    return total / x.shape[0]


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (3,)), jax.random.normal(b, (8, 3)), jax.random.normal(c, (8,)), 4
