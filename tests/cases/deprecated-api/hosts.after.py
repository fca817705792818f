import jax
import jax.numpy as jnp
from jax import process_count as count


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(x):
    if jax.process_index() == 0:
        x = jnp.sin(x)  # A
    return x / count(), jax.process_indices()[0]
