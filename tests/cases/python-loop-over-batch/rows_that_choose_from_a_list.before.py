"""A row says which of a list to take: a traced number can choose from no list."""

import jax
import jax.numpy as jnp
import numpy as np


def parts(lower: jax.Array, upper: jax.Array, cells: int):
    cuts = []
    for k in range(cells + 1):  # want: JOL201
        cuts.append(lower + k * (upper - lower) / cells)
    places = np.stack(np.meshgrid(*[np.arange(cells)] * 3), axis=-1).reshape(-1, 3)
    found = []
    for i in range(len(places)):  # want: JOL201 "hands"
        low = jnp.array([cuts[places[i, j]][j] for j in range(3)])
        high = jnp.array([cuts[places[i, j] + 1][j] for j in range(3)])
        found.append(jnp.concatenate((low, high)))
    return jnp.array(found)
