import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 4)) / 2, jax.random.normal(k2, (4,)), 5


def run(transition, state, steps):
    """The state after `steps` transitions."""
    for _ in range(steps):
        state = transition @ state
    return state
