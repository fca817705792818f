# not executed: reported without a fix
"""What a gradient or a `vmap` runs outside of `jax.jit` compiles its control flow each time."""

import jax
import jax.numpy as jnp


def integral(w, grid):
    def add(total, k):
        return total + jnp.sin(w * k).sum(), None

    return jax.lax.scan(add, jnp.zeros(()), grid)[0]


def slopes(ws, grid):
    return [float(jax.grad(integral)(w, grid)) for w in ws]  # want: JOL115 (warning) "`scan` at"


def mapped(ws, grid):
    total = 0.0
    for rows in ws:
        values = jax.vmap(lambda w: integral(w, grid))(rows)  # want: JOL115 (warning) "`scan` at"
        total += float(values.sum())
    return total
