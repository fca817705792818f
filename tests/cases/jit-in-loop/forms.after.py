import functools

import jax
import jax.numpy as jnp


def scaled(x, factor):
    return x * factor


def squares(rows):
    out = []
    # Each row by itself.
    jitted = jax.jit(lambda v: jnp.sum(v**2))
    for row in rows:
        out.append(jitted(row))
    return out


def named(rows, factor):
    total = 0.0
    # A
    scale = jax.jit(functools.partial(scaled, factor=factor))
    for row in rows:
        total = total + jnp.sum(scale(row))  # B
    return total


def nested(rows):
    total = 0.0

    @jax.jit
    def shifted(v):
        # C
        return v + 1.0

    for row in rows:
        total = total + jnp.sum(shifted(row))
    return total


def gradients(rows, steps):
    x = jnp.ones(rows.shape[1])

    def loss(v, r):
        return jnp.sum((v - r) ** 2)

    jitted_grad_loss = jax.jit(jax.grad(loss))
    for _ in range(steps):
        for row in rows:
            x = x - 0.1 * jitted_grad_loss(x, row)
    return x


def comprehension(rows):
    jitted_vmap_sin = jax.jit(jax.vmap(jnp.sin))
    return jnp.stack([jitted_vmap_sin(row) for row in rows])


def run(rows):
    return squares(rows), named(rows, 2.0), nested(rows), gradients(rows, 2), comprehension(rows)


def inputs(key):
    return (jax.random.normal(key, (2, 4)),)
