import jax
import jax.numpy as jnp


def inputs(key):
    n = 12
    return (jnp.eye(n, k=1, dtype=bool)[jax.random.permutation(key, n)],)


def run(adjacent):
    """Number of two-step paths between nodes, int32, from a boolean matrix."""
    rows = []
    for row in adjacent:
        rows.append((row[:, None] & adjacent).sum(axis=0))
    return jnp.stack(rows).astype(jnp.int32)
