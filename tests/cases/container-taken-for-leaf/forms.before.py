# not executed: nothing is rewritten
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
    return params, ones, filled
