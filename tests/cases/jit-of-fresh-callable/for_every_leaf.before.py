# not executed: the fix is refused
import jax
import jax.numpy as jnp


def place(tree, shardings):
    def one(leaf, sharding):
        return jax.jit(lambda x: x + 0, out_shardings=sharding)(leaf)  # want: JOL102 "call of `one`"

    return jax.tree.map(one, tree, shardings)


def place_at_once(tree, shardings):
    return jax.tree.map(
        lambda x, s: jax.jit(jnp.copy, out_shardings=s)(x)
        if s is None
        else jax.jit(lambda v: v, out_shardings=s)(x),  # want: JOL102 "again for every leaf"
        tree,
        shardings,
    )
