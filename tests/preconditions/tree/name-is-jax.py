# rule: deprecated-tree-api
"""A function of the same name that the file defines is another one."""
from jax import tree_map  # holds
import jax


class jax:  # broken
    def tree_map(function, tree):  # broken
        return function(tree)  # broken


def halve(params):
    return jax.tree_map(lambda p: p / 2, params)
