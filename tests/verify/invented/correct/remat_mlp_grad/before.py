"""Gradient of the mean squared output of a tanh MLP (list of square weights) at x (N, D).
"""
import jax
import jax.numpy as jnp


def run(ws, x):
    def loss(ws):
        h = x
        for w in ws:
            h = jnp.tanh(h @ w)
        return jnp.mean(h * h)

    return jax.grad(loss)(ws)


def inputs(key):
    k = jax.random.split(key, 4)
    return [0.6 * jax.random.normal(k[i], (4, 4)) for i in range(3)], jax.random.normal(k[3], (5, 4))
