import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (12,)), 0.9


def run(rewards, discount):
    """Discounted return from each step on."""
    powers = discount ** jnp.arange(rewards.shape[0], dtype=rewards.dtype)
    weighted = rewards * powers
    return jnp.cumsum(weighted[::-1])[::-1] / powers
