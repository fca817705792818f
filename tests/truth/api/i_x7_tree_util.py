"""`jax.tree_util` is not deprecated."""

import jax
from flax import jax_utils


def logs_of(logs):
    logs = jax.tree_util.tree_map(jax_utils.unreplicate, logs)
    leaves, treedef = jax.tree_util.tree_flatten(logs)
    return jax.tree_util.tree_unflatten(treedef, leaves)
