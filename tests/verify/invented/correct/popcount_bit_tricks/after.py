import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.bits(key, (10,), jnp.uint32),)


def run(x):
    return jax.lax.population_count(x)
