import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 3)),)


@jax.jit
def run(x):
    m = jnp.mean(x, axis=0)
    d = x - m
    return m, d.T @ d / (x.shape[0] - 1)
