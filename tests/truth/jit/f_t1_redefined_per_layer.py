"""A stacked tree is taken apart with a function that is defined, and compiled, once a layer."""

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec


def unstack(tree, specs, mesh, depth, axis, out):
    def shorter(spec):
        return PartitionSpec(*(spec[:axis] + spec[axis + 1 :]))

    shardings = jax.tree.map(lambda s: NamedSharding(mesh, shorter(s)), specs)
    for n in range(depth):

        def pick(stacked):
            return jax.tree.map(lambda leaf: jnp.take(leaf, n, axis=axis), stacked)

        one = jax.jit(pick, out_shardings=shardings)(tree)  # want: JOL101
        out[f"block_{n}"] = one
    return out
