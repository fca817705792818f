import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.randint(a, (12,), 0, 4), jax.random.randint(b, (12,), 0, 100)


def run(major, minor):
    o = jnp.argsort(minor, stable=True)
    o = o[jnp.argsort(major[o], stable=True)]
    return major[o], minor[o]
