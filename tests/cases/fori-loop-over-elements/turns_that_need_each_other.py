"""Recurrences, sums, places that meet, states, few turns."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def swept(y, h):
    n = y.shape[0]

    def forward(i, state):
        a, b = state
        a = a.at[i].set(h / (4.0 - a[i - 1]))  # what the turn before wrote
        b = b.at[i].set(y[i] - b[i - 1] * a[i - 1])
        return a, b

    a, b = jax.lax.fori_loop(1, n, forward, (jnp.zeros(n), jnp.zeros(n)))

    def backward(i, c):
        at = n - i - 1
        return c.at[at].set(a[at] * c[at + 1] + b[at])

    return jax.lax.fori_loop(1, n, backward, jnp.zeros(n))


@jax.jit
def counted(kinds, n):
    def body(i, counts):
        return counts.at[kinds[i]].add(1.0)  # several turns may write one place

    return jax.lax.fori_loop(0, n, body, jnp.zeros(8))


@jax.jit
def folded(x, n):
    def body(i, out):
        return out.at[i % 4].set(x[i])  # the last one counts

    return jax.lax.fori_loop(0, n, body, jnp.zeros(4))


@partial(jax.jit, static_argnames="n")
def summed(x, n):
    def body(i, state):
        total, out = state
        total = total + x[i]
        out = out.at[i].set(total)
        return total, out

    return jax.lax.fori_loop(0, n, body, (0.0, jnp.zeros_like(x)))


@jax.jit
def swapped(x, n):
    def body(i, state):
        a, b = state
        a = a.at[i].set(x[i])
        return b, a

    return jax.lax.fori_loop(0, n, body, (x, x))


@partial(jax.jit, static_argnames="n")
def smoothed(x, n):
    def body(i, out):
        return out.at[i].set(jnp.mean(out))  # all that was written before

    return jax.lax.fori_loop(0, n, body, x)


@jax.jit
def shifted(x, n):
    def body(i, out):
        out = out.at[i].set(x[i])
        return out.at[i + 1].set(2.0 * x[i])  # the next turn writes it again

    return jax.lax.fori_loop(0, n, body, jnp.zeros(n + 1))


@jax.jit
def short(x):
    return jax.lax.fori_loop(0, 4, lambda i, out: out.at[i].set(2.0 * x[i]), jnp.zeros(4))


def slope(x):
    return jnp.sum(swept(x, 0.1) + smoothed(x, 3) + summed(x, 3)[1])


steep = jax.grad(slope)
