"""Last valid hidden state of padded sequences.

``run(h, lengths)``: h is (B, T, D), padded at the end with arbitrary values;
returns h[b, lengths[b] - 1] for each b.  A sequence of length 0 gives zeros.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(h, lengths):
    idx = (lengths - 1)[:, None, None]
    last = jnp.take_along_axis(h, idx, axis=1)[:, 0]
    return last


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 5, 3)), jax.random.randint(b, (4,), 1, 6)
