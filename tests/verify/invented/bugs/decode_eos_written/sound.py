"""Greedy decoding from a bigram table.

``run(table, start, length)`` starts from token ``start`` and repeatedly takes
the argmax of table[token]; it returns ``length`` tokens (start not included).
The first EOS (id 1) is part of the output; all later positions hold PAD (0).
``length`` is a Python int.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="length")
def run(table, start, length=8):
    def step(carry, _):
        tok, done = carry
        nxt = jnp.argmax(table[tok]).astype(jnp.int32)
        emit = jnp.where(done, 0, nxt)
        done = done | (nxt == 1)
        return (nxt, done), emit

    _, out = jax.lax.scan(step, (jnp.int32(start), jnp.array(False)), None, length=length)
    return out


def inputs(key):
    t = jax.random.normal(key, (6, 6))
    return t.at[jnp.arange(2, 6), jnp.array([3, 4, 5, 1])].set(5.0), 2
