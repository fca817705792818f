"""States that keep their type, numbers of Python that take another one, and what is not known."""

import jax
import jax.numpy as jnp


def weak(rows):
    total, _ = jax.lax.scan(lambda c, row: (c + 0.5 * row, None), 0, rows)
    more, _ = jax.lax.scan(lambda c, row: (c + 0.5 * row, None), jnp.array(0), rows)
    return jax.lax.fori_loop(0, 5, lambda i, v: v + 1.0 / (i + 1), 0), total, more


def same(rows):
    def body(carry, row):
        n, total = carry
        return (n + 1, total + jnp.sum(row)), total

    return jax.lax.scan(body, (jnp.int32(0), jnp.float32(0)), rows)


def rolled(rows):
    def body(window, row):
        window = jnp.concatenate([window[1:], row[None]])
        return window, None

    return jax.lax.scan(body, jnp.zeros((4,)), rows)


def steered(rows, deep):
    def body(total, row):
        if deep:
            return total, row
        return total * 1.5, row

    return jax.lax.scan(body, jnp.array(0), rows)


def converted(rows):
    def body(total, row):
        return (total + 0.5 * row).astype(jnp.int32), None

    return jax.lax.scan(body, jnp.array(0), rows)


@jax.jit
def chosen(ok, x):
    a = jax.lax.cond(ok, lambda v: 2.0 * v, lambda v: 0.0, x)
    b = jax.lax.cond(ok, lambda v: v, lambda v: jnp.zeros_like(v), x)
    return a, b, jax.lax.cond(ok, lambda v: 2 * v, lambda v: 0, x)
