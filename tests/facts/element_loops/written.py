"""Loops on the device whose turns write elements of their own."""

import jax
import jax.numpy as jnp


def slopes(y, n):
    def body(i, out):
        return out.at[i].set(y[i + 1] - y[i])

    return jax.lax.fori_loop(0, n, body, jnp.zeros(n))  # fact: element_loops out at i, differentiated


def cost(y):
    return jnp.sum(slopes(y, 64) ** 2)


steepest = jax.grad(cost)


@jax.jit
def products(a, b):
    return jax.lax.fori_loop(0, 64, lambda i, out: out.at[i].set(a[i] @ b), a)  # fact: element_loops out at i, large


@jax.jit
def powers(x):
    return jax.lax.fori_loop(1, 64, lambda i, out: out.at[i].set(out[i - 1] * x), jnp.ones(64))
