"""Masked attention.

``run(q, k, v, mask)`` with q (T, D), k and v (S, D), mask (T, S) boolean (True
= may attend).  A query that may attend to nothing gives a row of zeros.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(q, k, v, mask):
    s = jnp.einsum("td,sd->ts", q, k) * q.shape[-1] ** -0.5
    p = jax.nn.softmax(jnp.where(mask, s, -1e30), axis=-1)
    p = jnp.where(mask, p, 0.0)
    return jnp.einsum("ts,sd->td", p, v)


def inputs(key):
    k = jax.random.split(key, 4)
    mask = jax.random.bernoulli(k[3], 0.6, (4, 5)).at[:, 0].set(True)
    return (jax.random.normal(k[0], (4, 3)), jax.random.normal(k[1], (5, 3)),
            jax.random.normal(k[2], (5, 3)), mask)
