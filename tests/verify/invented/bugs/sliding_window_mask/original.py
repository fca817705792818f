"""Causal sliding-window attention.

``run(q, k, v, window)`` with q, k, v of shape (T, D): position i attends to
the ``window`` (>= 1) most recent positions including itself, that is to
i - window + 1, ..., i (those that exist).  Scores are scaled by 1/sqrt(D).
"""
import jax
import jax.numpy as jnp


def run(q, k, v, window=4):
    T, D = q.shape
    out = []
    for i in range(T):
        lo = max(0, i - window + 1)
        s = k[lo:i + 1] @ q[i] / jnp.sqrt(D)
        out.append(jax.nn.softmax(s) @ v[lo:i + 1])
    return jnp.stack(out)


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (4, 3)), jax.random.normal(b, (4, 3)), jax.random.normal(c, (4, 3)), 4
