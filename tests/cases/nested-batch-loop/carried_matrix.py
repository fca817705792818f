"""The value at one place depends on those written before: all shortest paths, alignments."""

import jax
import jax.numpy as jnp


def paths(dist: jax.Array):
    n = dist.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                dist = dist.at[i, j].set(jnp.minimum(dist[i, j], dist[i, k] + dist[k, j]))
    return dist


def align(costs: jax.Array):
    n, m = costs.shape[0], costs.shape[1]
    table = jnp.zeros((n + 1, m + 1))
    for i in range(n):
        for j in range(m):
            best = jnp.minimum(table[i, j + 1], table[i + 1, j])
            table = table.at[i + 1, j + 1].set(costs[i, j] + best)
    return table
