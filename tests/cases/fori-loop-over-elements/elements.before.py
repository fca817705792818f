# not executed: there is no fix
"""Elements that a loop writes one by one, though none needs another."""

import jax
import jax.numpy as jnp


def spline(y, h):
    n = y.shape[0]

    def inner(i, second):
        return second.at[i - 1].set((y[i] - 2.0 * y[i - 1] + y[i - 2]) / (h * h))

    second = jax.lax.fori_loop(2, n, inner, jnp.zeros(n))  # want: JOL209 "`second` at `i - 1`"

    def both(i, state):
        b, d = state
        b = b.at[i].set((y[i + 1] - y[i]) / h - h * second[i] / 3.0)
        d = d.at[i].set((second[i + 1] - second[i]) / h / 3.0)
        return b, d

    empty = jnp.zeros(n)
    return jax.lax.fori_loop(0, n - 1, both, (empty, empty))  # want: JOL209 "`b` and `d` at `i`"


def roughness(y):
    b, d = spline(y, 0.1)
    return jnp.sum(b**2) + jnp.sum(jnp.where(d > 0, d, 0.0))


steepest = jax.jit(jax.grad(roughness))


@jax.jit
def filled(x, weights):  # no gradient is seen
    def body(i, out):
        back = x.shape[0] - 1 - i
        kept = jnp.maximum(x[back], 0.0)
        return out.at[back].add(kept * out[back])

    return jax.lax.fori_loop(0, x.shape[0], body, weights)  # want: JOL209 "`out` at `back`"


@jax.jit
def rows(a, b):  # what one turn computes may be large
    return jax.lax.fori_loop(  # want: JOL209 "`out` at"
        0, a.shape[0], lambda i, out: out.at[i, :].set(a[i] @ b), jnp.zeros_like(a)
    )
