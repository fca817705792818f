"""Levenshtein distance of two non-empty integer sequences.

``run(a, b)`` returns the least number of insertions, deletions and
substitutions (cost 1 each) that turn a into b, as an int32 scalar.
"""
import jax
import jax.numpy as jnp
import numpy as np


def run(a, b):
    a, b = np.asarray(a), np.asarray(b)
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a):
        cur = [i + 1]
        for j, y in enumerate(b):
            cur.append(min(prev[j + 1] + 1, cur[j] + 1, prev[j] + int(x != y)))
        prev = cur
    return jnp.int32(prev[-1])


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.randint(k1, (8,), 0, 3), jax.random.randint(k2, (6,), 0, 3)
