"""Leaves that are said to be leaves, trees of numbers, and shapes of arrays."""

import jax
import jax.numpy as jnp

SHAPES = {"w": (8, 4), "b": (4,)}
SIZES = {"w": 8, "b": 4}


def of_shapes(params):
    shapes = jax.tree.map(lambda p: p.shape, params)
    ranks = jax.tree.map(lambda p: p.shape[0], params)
    zeros = jax.tree.map(jnp.zeros, shapes, is_leaf=lambda s: isinstance(s, tuple))
    return zeros, jax.tree.map(jnp.zeros, ranks), jax.tree.map(lambda n: n + 1, shapes)


def main(tree, params):
    return (
        jax.tree.map(lambda s: jnp.zeros(s), SHAPES, is_leaf=lambda x: isinstance(x, tuple)),
        jax.tree.map(jnp.zeros, SIZES),
        jax.tree.map(lambda x: jnp.zeros(x.shape), params),
        jax.tree.map(lambda x: 0 if x is None else x, tree, is_leaf=lambda x: x is None),
        jax.tree.map(lambda x: None if x is None else x + 1, tree),
        jax.tree.map(lambda n: n + 1, {"at": (1, 2)}),
    )
