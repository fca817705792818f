import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.array([4, 5, 6, 1]),)


def run(tokens):
    """Tokens with the first stop (1) and all after it set to 0."""
    return jnp.where(jnp.cumsum(tokens == 1) > 0, 0, tokens)
