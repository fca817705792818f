"""Real parameters of complex data, gradients that are looked at, and what nobody knows."""

import jax
import jax.numpy as jnp


def loss(c, x, y):
    return jnp.mean(jnp.abs(x @ c - y) ** 2)


def phases(angles, x):
    return jnp.sum(jnp.abs(jnp.exp(1j * angles) * x) ** 2)


def fit(x):
    y = jnp.ones(6, dtype=jnp.complex64)
    c = jnp.zeros(6)
    for _ in range(50):
        grads = jax.grad(loss)(c, x, y)
        c = c - 0.1 * grads
    size = jnp.abs(y)
    slope = jax.grad(phases)(size, x)
    return c, size - 0.1 * slope


def norms(x):
    c = jnp.zeros(6, dtype=jnp.complex64)
    grads = jax.grad(loss)(c, x, c)
    return jnp.linalg.norm(grads), c - x


def unknown(c, x, y):
    grads = jax.grad(loss)(c, x, y)
    return c - 0.1 * grads
