# not executed: the old name is gone
"""A file that uses `jax.tree` elsewhere runs on no JAX without it."""
import jax


def decayed(params, rate):
    # All of them, the biases, too.
    return jax.tree_map(lambda p: p * rate, params)  # want: JOL701 "raises AttributeError"


def size(params):
    return sum(leaf.size for leaf in jax.tree.leaves(params))
