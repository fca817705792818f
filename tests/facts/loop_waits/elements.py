"""Elements of arrays that loops take one by one, by one number or by several."""

import jax.numpy as jnp
import numpy as np


def imbalance(columns, layers):
    heat = jnp.ones((columns, layers))
    depth = jnp.ones((columns, layers))
    total = 0.0
    for c in range(columns):
        for j in range(layers):
            total += float(heat[c, j])  # fact: loop_waits fetch heat[c, j]
    for c in range(columns):
        for j in range(layers):
            total += float(depth[c, j])  # fact: loop_waits fetch depth[c, j]
    return total


def fetched_before(columns, layers):
    heat = np.asarray(jnp.ones((columns, layers)))
    total = 0.0
    for c in range(columns):
        for j in range(layers):
            total += float(heat[c, j])
    return total
