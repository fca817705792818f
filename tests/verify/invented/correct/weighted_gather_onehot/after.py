"""Embedding bag: sum over n of weight[n] * table[idx[n]]; idx in range.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(table, idx, weight):
    counts = jax.ops.segment_sum(weight, idx, num_segments=table.shape[0])
    return counts @ table


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    return jax.random.normal(a, (6, 3)), jax.random.randint(b, (9,), 0, 6), jax.random.uniform(c, (9,))
