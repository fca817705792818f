"""Column standardisation of a data matrix.

``run(x)`` takes x of shape (samples, features) and returns an array of the
same shape in which every feature (column) is centred over the samples and
divided by sqrt(variance + 1e-6) of that feature over the samples.
"""
import jax
import jax.numpy as jnp


def run(x):
    cols = []
    for j in range(x.shape[1]):
        c = x[:, j] - jnp.mean(x[:, j])
        cols.append(c / jnp.sqrt(jnp.mean(c * c) + 1e-6))
    return jnp.stack(cols, axis=1)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (6, 6)) * jnp.arange(1.0, 7.0) + jax.random.normal(k2, (6,)),)
