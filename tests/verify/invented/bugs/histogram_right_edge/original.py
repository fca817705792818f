"""Histogram counts as in numpy.histogram.

``run(x, edges)``: edges increase strictly; bins are [e_i, e_{i+1}), but the last bin also includes its
right edge.  Values outside the edges are not counted.  Returns int32 counts.
"""
import jax
import jax.numpy as jnp


def run(x, edges):
    counts = []
    n = edges.shape[0] - 1
    for i in range(n):
        hi = x <= edges[i + 1] if i == n - 1 else x < edges[i + 1]
        counts.append(jnp.sum((x >= edges[i]) & hi))
    return jnp.stack(counts).astype(jnp.int32)


def inputs(key):
    return jax.random.normal(key, (30,)), jnp.linspace(-1.5, 1.5, 6)
