import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (4 * jax.random.normal(k1, (32,)), jax.random.bernoulli(k2, 0.5, (32,)))


def run(margin, positive):
    """Mean negative log-likelihood of a logistic model, float32."""
    signed = jnp.where(positive, margin, -margin)
    return -jax.nn.log_sigmoid(signed).mean()
