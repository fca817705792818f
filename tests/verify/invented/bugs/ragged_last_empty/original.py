"""Last valid hidden state of padded sequences.

``run(h, lengths)``: h is (B, T, D), padded at the end with arbitrary values;
returns h[b, lengths[b] - 1] for each b.  A sequence of length 0 gives zeros.
"""
import jax
import jax.numpy as jnp


def run(h, lengths):
    rows = []
    for b in range(h.shape[0]):
        n = int(lengths[b])
        rows.append(h[b, n - 1] if n > 0 else jnp.zeros_like(h[b, 0]))
    return jnp.stack(rows)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (4, 5, 3)), jax.random.randint(b, (4,), 1, 6)
