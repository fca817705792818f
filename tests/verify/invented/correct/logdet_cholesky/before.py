import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 6)),)


def run(x):
    k = x @ x.T + jnp.eye(x.shape[0])
    return jnp.linalg.slogdet(k)[1]
