import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.bernoulli(key, 0.5, (7, 4)).astype(jnp.int32),)


@jax.jit
def run(member):
    """In how many baskets every pair of items occurs together."""
    return (member.T @ member).astype(jnp.int32)
