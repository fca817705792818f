"""The list of a comprehension stays a list for one of its readers."""

import jax
import jax.numpy as jnp


def returned(w, xs: jax.Array):
    rows = [jnp.tanh(x @ w) for x in xs]
    return rows, jnp.stack(rows)


def extended(w, xs: jax.Array):
    rows = [jnp.tanh(x @ w) for x in xs]
    rows.append(jnp.zeros(3))
    return jnp.stack(rows)


def turned(w, xs: jax.Array, last):
    rows = [jnp.tanh(x @ w) for x in xs]
    return jnp.stack(rows + [last])
