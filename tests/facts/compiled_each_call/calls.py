"""Control flow of functions that each call makes, and that the value asked for keeps on the host."""

import jax
import jax.numpy as jnp


def shown(xs):
    def step(carry, x):
        return carry + x, None

    total, _ = jax.lax.scan(step, jnp.zeros(()), jnp.asarray(xs))  # fact: compiled_each_call scan of `step`
    return float(total)


def add(carry, x):
    return carry + x, None


def found_again(xs):
    return float(jax.lax.scan(add, jnp.zeros(()), jnp.asarray(xs))[0])


def not_known(xs):
    return jax.lax.scan(lambda carry, x: (carry + x, None), jnp.zeros(()), xs)[0]
