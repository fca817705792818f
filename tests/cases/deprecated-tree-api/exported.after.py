# not executed: the old names are gone
from jax import (
    jit,
)
from jax.tree_util import tree_map
import jax

__all__ = ["doubled", "tree_map"]


@jit
def doubled(params):
    if not jax.tree_util.tree_leaves(params):  # A
        return jax.tree_util.tree_leaves(params)
    return tree_map(lambda p: 2 * p, params)


def local(params):
    from jax.tree_util import tree_flatten

    return tree_flatten(params)
