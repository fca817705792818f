import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (8,)), jax.random.normal(b, ()), jnp.float32(0.7)


def run(x, mu, sigma):
    return jnp.sum(jax.scipy.stats.norm.logpdf(x, mu, sigma))
