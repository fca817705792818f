# not executed: the import fails
"""The next import binds the same name to what is there: the uses are of that."""
from jax import tree_map  # want: JOL701 "raises ImportError there"
from jax.tree_util import tree_map


def decayed(params, rate):
    # All of them.
    return tree_map(lambda p: p * rate, params)
