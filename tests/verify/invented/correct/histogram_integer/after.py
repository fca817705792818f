import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (30,), 0, 8),)


def run(x):
    return jnp.sum(x[:, None] == jnp.arange(8), axis=0, dtype=jnp.int32)
