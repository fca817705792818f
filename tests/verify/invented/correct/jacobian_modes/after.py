import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4,)),)


def run(x):
    return jax.jacfwd(lambda v: jnp.sum(jnp.sin(v)) * v)(x)
