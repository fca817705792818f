# not executed: nothing is rewritten
import math

import jax
import jax.numpy as jnp

WIDTH = 8
SHAPES = {"w": (WIDTH, 4), "inner": {"b": (4,)}}


def zeros(shapes, dtype=jnp.float32):
    return jax.tree.map(lambda shape: jnp.zeros(shape, dtype), shapes)  # want: JOL851 (warning) "a tuple is no leaf"


def main(tree):
    params = zeros(SHAPES)
    ones = jax.tree.map(jnp.ones, {"w": (2, 3)})  # want: JOL851 "one by one"
    filled = jax.tree.map(lambda x: 0.0 if x is None else x, tree)  # want: JOL851 (info) "no leaf of a tree"
    shapes = jax.tree.map(lambda leaf: leaf.shape, tree)
    velocity = jax.tree.map(jnp.zeros, shapes)  # want: JOL851 "`leaf.shape` one by one"
    sizes = jax.tree.map(math.prod, jax.tree.map(jnp.shape, tree))  # want: JOL851 "one by one"
    return params, ones, filled, velocity, sizes
