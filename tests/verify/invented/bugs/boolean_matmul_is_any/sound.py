import jax
import jax.numpy as jnp


def inputs(key):
    n = 12
    return (jnp.eye(n, k=1, dtype=bool)[jax.random.permutation(key, n)],)


def run(adjacent):
    """Number of two-step paths between nodes, int32, from a boolean matrix."""
    a = adjacent.astype(jnp.int32)
    return (a @ a).astype(jnp.int32)
