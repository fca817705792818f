import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 3)),)


def run(x):
    m = jnp.mean(x, axis=0)
    c = (x - m).T @ (x - m) / (x.shape[0] - 1)
    return m, c
