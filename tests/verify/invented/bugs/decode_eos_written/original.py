"""Greedy decoding from a bigram table.

``run(table, start, length)`` starts from token ``start`` and repeatedly takes
the argmax of table[token]; it returns ``length`` tokens (start not included).
The first EOS (id 1) is part of the output; all later positions hold PAD (0).
``length`` is a Python int.
"""
import jax
import jax.numpy as jnp
import numpy as np


def run(table, start, length=8):
    out = np.zeros(length, np.int32)
    tok = int(start)
    for i in range(length):
        tok = int(jnp.argmax(table[tok]))
        out[i] = tok
        if tok == 1:
            break
    return jnp.asarray(out)


def inputs(key):
    t = jax.random.normal(key, (6, 6))
    return t.at[jnp.arange(2, 6), jnp.array([3, 4, 5, 1])].set(5.0), 2
