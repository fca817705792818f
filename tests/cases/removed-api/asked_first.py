"""The name is read only where it exists."""

import jax


def is_sharded(x):
    return (
        hasattr(jax, "pxla")
        and hasattr(jax.pxla, "ShardedDeviceArray")
        and isinstance(x, jax.pxla.ShardedDeviceArray)
    )


def mapped(f, tree):
    return hasattr(jax, "tree_map") and jax.tree_map(f, tree)
