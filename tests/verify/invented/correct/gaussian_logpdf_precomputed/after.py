import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (8,)), jax.random.normal(b, ()), jnp.float32(0.7)


def run(x, mu, sigma):
    z = (x - mu) / sigma
    return -0.5 * jnp.sum(z * z) - x.shape[0] * (jnp.log(sigma) + 0.5 * jnp.log(2 * jnp.pi))
