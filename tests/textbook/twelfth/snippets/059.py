"""Geometry helpers with well-behaved derivatives."""
from __future__ import annotations

import jax
import jax.numpy as jnp


def safe_norm(x: jax.Array, axis: int = -1, eps: float = 0.0) -> jax.Array:
    """Euclidean norm whose gradient is zero at the origin."""
    sq = jnp.sum(x**2, axis=axis)
    positive = sq > eps
    return jnp.where(positive, jnp.sqrt(jnp.where(positive, sq, 1.0)), 0.0)


def entropy(p: jax.Array) -> jax.Array:
    nonzero = p > 0.0
    return -jnp.sum(jnp.where(nonzero, p * jnp.log(jnp.where(nonzero, p, 1.0)), 0.0))


def repulsion(pos: jax.Array) -> jax.Array:
    d = safe_norm(pos[:, None] - pos[None])
    return jnp.sum(jnp.triu(jnp.exp(-d), k=1))


@jax.jit
def spread(pos: jax.Array) -> jax.Array:
    return pos - 0.1 * jax.grad(repulsion)(pos)


if __name__ == "__main__":
    pos = jax.random.uniform(jax.random.key(0), (12, 2))
    for _ in range(50):
        pos = spread(pos)
    print(pos, jax.grad(entropy)(jnp.array([0.0, 0.5, 0.5])))
