# not executed: the old names are gone
from jax import (
    jit,
    tree_leaves,  # want: JOL701 "raises ImportError there .2 uses below"
    tree_map,  # want: JOL701 "raises ImportError there .1 use below"
)

__all__ = ["doubled", "tree_map"]


@jit
def doubled(params):
    if not tree_leaves(params):  # A
        return tree_leaves(params)
    return tree_map(lambda p: 2 * p, params)


def local(params):
    from jax import tree_flatten  # want: JOL701 "1 use below"

    return tree_flatten(params)
