"""A function that compiles a lambda is mapped over the leaves of a tree."""

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding


def widen(state, shardings, copies):
    def one(leaf, sharding):
        if not hasattr(leaf, "shape"):
            return leaf
        shape = (copies, *leaf.shape)
        if isinstance(sharding, NamedSharding):
            return jax.jit(  # want: JOL102
                lambda v: jnp.broadcast_to(v, shape),
                out_shardings=sharding,
            )(leaf)
        return jnp.broadcast_to(leaf, shape)

    return jax.tree_util.tree_map(one, state, shardings)
