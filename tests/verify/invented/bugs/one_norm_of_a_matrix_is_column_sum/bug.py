import jax
import jax.numpy as jnp

def inputs(key):
    return ({"bias": jax.random.normal(key, (6,)), "scale": jnp.ones((6,))},)


def run(params):
    """Penalty 0.01 times the sum of the magnitudes of all parameters."""
    return 0.01 * sum((jnp.linalg.norm(leaf, 1) for leaf in jax.tree.leaves(params)), jnp.zeros(()))
