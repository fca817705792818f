"""Blocks that are drawn with a chain of keys; the list gets one more entry behind the loop."""

import jax
import jax.numpy as jnp
from jax import random


def orthogonal_features(rng, rows, columns, scaled=False):
    full = int(rows / columns)
    blocks = []
    for _ in range(full):  # want: JOL201 JOL202
        rng, key = jax.random.split(rng)
        block = random.normal(key, (columns, columns))
        q, _ = jnp.linalg.qr(block)
        q = jnp.transpose(q)
        blocks.append(q)
    rest = rows - full * columns
    if rest > 0:
        rng, key = jax.random.split(rng)
        q, _ = jnp.linalg.qr(random.normal(key, (columns, columns)))
        blocks.append(jnp.transpose(q)[:rest])
    matrix = jnp.vstack(blocks)
    if scaled:
        return jnp.sqrt(float(columns)) * matrix
    _, key = jax.random.split(rng)
    return jnp.linalg.norm(random.normal(key, (rows, columns)), axis=1)[:, None] * matrix
