import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5, 3)), jax.random.normal(b, (4, 3))


def run(x, y):
    d = x[:, None, :] - y[None, :, :]
    return jnp.sum(d * d, axis=-1)
