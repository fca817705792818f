"""Sparse embedding update.

``run(table, idx, grads, lr)`` subtracts lr * grads[n] from row idx[n] of the
table for every n.  An index that occurs several times receives all its
updates.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(table, idx, grads, lr=0.1):
    return table.at[idx].add(-lr * grads)


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    idx = jax.random.permutation(c, 8)[:5]
    return jax.random.normal(a, (8, 3)), idx, jax.random.normal(b, (5, 3)), 0.1
