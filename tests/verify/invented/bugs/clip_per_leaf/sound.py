"""Clip a gradient tree by its global norm.

``run(grads, max_norm)``: if the norm over all leaves together exceeds
max_norm (> 0), all leaves are scaled by max_norm / norm; otherwise the gradients are
returned as they are.  Returns (clipped, norm).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(grads, max_norm=1.0):
    sq = jax.tree.map(lambda g: jnp.vdot(g, g), grads)
    norm = jnp.sqrt(jax.tree.reduce(jnp.add, sq, 0.0))

    def clip(g, s):
        return jnp.where(norm > max_norm, g * (max_norm / norm), g)

    return jax.tree.map(clip, grads, sq), norm


def inputs(key):
    a, b = jax.random.split(key)
    return [jax.random.normal(a, (3, 3)) * 2, {"b": jax.random.normal(b, (3,)) * 0.2}], 1.0
