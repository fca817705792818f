"""Clip a gradient tree by its global norm.

``run(grads, max_norm)``: if the norm over all leaves together exceeds
max_norm (> 0), all leaves are scaled by max_norm / norm; otherwise the gradients are
returned as they are.  Returns (clipped, norm).
"""
import jax
import jax.numpy as jnp


def run(grads, max_norm=1.0):
    sq = 0.0
    for g in jax.tree.leaves(grads):
        sq = sq + jnp.sum(g ** 2)
    norm = jnp.sqrt(sq)
    scale = jnp.where(norm > max_norm, max_norm / norm, 1.0)
    return jax.tree.map(lambda g: g * scale, grads), norm


def inputs(key):
    a, b = jax.random.split(key)
    return [jax.random.normal(a, (3, 3)) * 2, {"b": jax.random.normal(b, (3,)) * 0.2}], 1.0
