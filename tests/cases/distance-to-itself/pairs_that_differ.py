"""Pairs of two sets, of different points, with a shift, a mask inside, or without a gradient."""

import jax
import jax.numpy as jnp


def two_sets(x, y):
    return jnp.linalg.norm(x[:, None] - y[None], axis=-1).sum()


def shifted(x):
    delta = x[:, None] - x[None]
    return jnp.sqrt(jnp.sum(delta**2, axis=-1) + 1e-8).sum()


def masked(x):
    square = jnp.sum((x[:, None] - x[None]) ** 2, axis=-1)
    safe = jnp.where(jnp.eye(3, dtype=bool), 1.0, square)
    return jnp.sqrt(safe).sum()


def chosen(x):
    i, j = jnp.triu_indices(3, 1)
    return jnp.linalg.norm(x[i] - x[j], axis=-1).sum()


def taxi(x):
    return jnp.linalg.norm(x[:, None] - x[None], ord=1, axis=-1).sum()


def rows(x):
    return jnp.linalg.norm(x[None] - x[None], axis=-1).sum() + jnp.linalg.norm(x[1:, None] - x[None, :-1])


def square(x):
    return jnp.sum((x[:, None] - x[None]) ** 2)


def renewed(x):
    delta = x[:, None] - x[None]
    delta = delta[jnp.triu_indices(3, 1)]
    return jnp.linalg.norm(delta, axis=-1).sum()


def distance(a, b):
    return jnp.linalg.norm(a - b)


def mapped(x, y):
    return jax.vmap(jax.vmap(distance, (None, 0)), (0, None))(x, y).sum()


def no_gradient(x):
    return jnp.linalg.norm(x[:, None] - x[None], axis=-1).mean()


points = jnp.ones((3, 2))
print(jax.grad(two_sets)(points, points), jax.grad(shifted)(points), jax.grad(masked)(points))
print(jax.grad(chosen)(points), jax.grad(taxi)(points), jax.grad(rows)(points))
print(jax.grad(square)(points), jax.grad(renewed)(points), jax.grad(mapped)(points, points))
print(no_gradient(points))
