import functools

import jax
import jax.numpy as jnp


def scaled(x, factor):
    return x * factor


def squares(rows):
    out = []
    # Each row by itself.
    for row in rows:
        out.append(jax.jit(lambda v: jnp.sum(v**2))(row))  # want: JOL101 "`jit` of a new lambda"
    return out


def named(rows, factor):
    total = 0.0
    for row in rows:
        # A
        scale = jax.jit(functools.partial(scaled, factor=factor))  # want: JOL101 "new `partial`"
        total = total + jnp.sum(scale(row))  # B
    return total


def nested(rows):
    total = 0.0
    for row in rows:

        @jax.jit
        def shifted(v):  # want: JOL101 "`shifted`, which is defined anew,"
            # C
            return v + 1.0

        total = total + jnp.sum(shifted(row))
    return total


def gradients(rows, steps):
    x = jnp.ones(rows.shape[1])
    for _ in range(steps):
        for row in rows:

            def loss(v, r):
                return jnp.sum((v - r) ** 2)

            x = x - 0.1 * jax.jit(jax.grad(loss))(x, row)  # want: JOL101 "the result of `grad`"
    return x


def comprehension(rows):
    return jnp.stack([jax.jit(jax.vmap(jnp.sin))(row) for row in rows])  # want: JOL101 "`vmap`"


def run(rows):
    return squares(rows), named(rows, 2.0), nested(rows), gradients(rows, 2), comprehension(rows)


def inputs(key):
    return (jax.random.normal(key, (2, 4)),)
