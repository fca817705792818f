import jax
import jax.numpy as jnp


def norms(rows):
    return jax.vmap(jnp.linalg.norm)(rows)


def run(points):
    return norms(jnp.tanh(points))


def inputs(key):
    return (jax.random.normal(key, (16, 3)),)
