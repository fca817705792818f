import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3, 5, 2)), jnp.ones((3, 5), bool))


def run(states, mask):
    """The state at the last place of each row that the mask holds."""
    place = jnp.sum(mask, axis=1) - 1
    return states[jnp.arange(states.shape[0]), place]
