"""A buffer on the device is filled from a dictionary on the host, one entry at a time."""

import jax
import jax.numpy as jnp


def parameters(bonds, kinds, table):
    strength = jnp.zeros(len(bonds))
    length = jnp.zeros(len(bonds))
    for i, (a, b) in enumerate(bonds):  # want: JOL201
        key = (kinds[int(a)], kinds[int(b)])
        if key in table:
            strength = strength.at[i].set(table[key].strength)
            length = length.at[i].set(table[key].length)
    return jax.tree.map(jnp.asarray, {"strength": strength, "length": length})
