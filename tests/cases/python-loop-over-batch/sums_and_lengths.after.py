# not executed: only the severity is looked at
import jax
import jax.numpy as jnp


def loss(predicted, measured):
    def one(value, measured_t):
        return jnp.mean(jnp.abs(value - measured_t))

    total = jnp.sum(jax.vmap(one)(predicted.values, measured))
    return total


def corrected(image, factors):
    factors = jnp.asarray(factors)
    out = jnp.zeros_like(image)

    def one(factor):
        return factor * jnp.power(image, 3.0)

    out = out + jnp.sum(jax.vmap(one)(factors), axis=0)
    return out
