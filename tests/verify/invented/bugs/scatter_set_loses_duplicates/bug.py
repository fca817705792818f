import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jnp.zeros((12,)), jax.random.permutation(a, 12)[:5], jax.random.normal(b, (5,))


def run(grid, idx, mass):
    """Deposit each particle's mass on its cell."""
    return grid.at[idx].set(grid[idx] + mass)
