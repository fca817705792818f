"""Functions that are not deprecated, shims, and other things of the same name."""

import dm_tree as tree
import jax
from jax import tree_util
from jax.tree_util import tree_leaves, tree_map

try:
    tree_structure = jax.tree_structure
except AttributeError:
    tree_structure = jax.tree_util.tree_structure

if hasattr(jax, "tree_map"):
    mapper = jax.tree_map
else:
    mapper = jax.tree.map

if jax.__version__ < "0.4.25":
    flatten = jax.tree_flatten
else:
    flatten = jax.tree.flatten


class Params:
    def tree_flatten(self):
        return (self.w,), None

    def tree_map(self, f):
        return f(self.w)


def update(params, grads, jax_like):
    a = tree_map(lambda p, g: p - g, params, grads)
    b = tree_util.tree_map(lambda p: p, params)
    c = tree.map_structure(lambda p: p, params)
    d = params.tree_map(lambda p: p)
    e = jax_like.tree_map(lambda p: p, params)
    return a, b, c, d, e, tree_leaves(params)


def shadowed(jax, params):
    return jax.tree_map(lambda p: p, params)
