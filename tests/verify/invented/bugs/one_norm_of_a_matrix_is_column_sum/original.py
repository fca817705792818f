import jax
import jax.numpy as jnp

def inputs(key):
    return ({"bias": jax.random.normal(key, (6,)), "scale": jnp.ones((6,))},)


def run(params):
    """Penalty 0.01 times the sum of the magnitudes of all parameters."""
    total = jnp.zeros(())
    for leaf in jax.tree.leaves(params):
        total = total + jnp.sum(jnp.abs(leaf))
    return 0.01 * total
