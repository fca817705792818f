import jax
import jax.numpy as jnp


def mean(xs):  # fact: asks_for_values yes
    return float(jnp.mean(jnp.asarray(xs)))


def nested(xs):
    def inner(y):  # fact: asks_for_values yes
        return jnp.sum(jnp.asarray(y)).item()

    return inner


def computed(xs):
    return jnp.mean(jnp.asarray(xs))


def on_the_host(n):
    return float(n) + 1.0
