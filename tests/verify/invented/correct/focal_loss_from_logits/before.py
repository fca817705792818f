import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (2 * jax.random.normal(k1, (40,)), jax.random.bernoulli(k2, 0.2, (40,)))


def run(z, y):
    """Mean focal loss (gamma 2) of binary labels."""

    def one(z, y):
        log_p = jnp.where(y, jax.nn.log_sigmoid(z), jax.nn.log_sigmoid(-z))
        miss = jnp.where(y, jax.nn.sigmoid(-z), jax.nn.sigmoid(z))
        return -(miss**2) * log_p

    return jnp.mean(jax.lax.map(lambda a: one(*a), (z, y)))
