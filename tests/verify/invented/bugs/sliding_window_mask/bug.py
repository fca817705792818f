"""Causal sliding-window attention.

``run(q, k, v, window)`` with q, k, v of shape (T, D): position i attends to
the ``window`` (>= 1) most recent positions including itself, that is to
i - window + 1, ..., i (those that exist).  Scores are scaled by 1/sqrt(D).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(q, k, v, window=4):
    T, D = q.shape
    dist = jnp.arange(T)[:, None] - jnp.arange(T)[None, :]
    mask = (dist >= 0) & (dist <= window)
    s = jnp.einsum("id,jd->ij", q, k) / jnp.sqrt(D)
    return jax.nn.softmax(jnp.where(mask, s, -jnp.inf), axis=-1) @ v


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (4, 3)), jax.random.normal(b, (4, 3)), jax.random.normal(c, (4, 3)), 4
