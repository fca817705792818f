# not executed: only the severity is looked at
"""Rows one at a time: warned of where there are many under a trace, or a loop comes to them again."""

import jax
import jax.numpy as jnp


@jax.jit
def of_columns(times, table):
    # How many columns there are nobody knows: mostly a handful.
    return jax.vmap(
        lambda table_c: jnp.interp(times, table[:, 0], table_c),
        in_axes=1
    )(table)


@jax.jit
def of_rows(table, weights):
    def one(table_i):
        return jnp.tanh(table_i @ weights)

    return jax.vmap(one)(table)


@jax.jit
def of_thresholds(scores):
    return jax.vmap(
        lambda t: jnp.mean(scores > t)
    )(jnp.linspace(0.0, 1.0, 100))


@jax.jit
def step(weights, batch):
    return weights - 0.1 * jax.grad(lambda w: jnp.mean((batch @ w) ** 2))(weights)


def orders(keys, size):
    return jax.vmap(lambda key: jax.random.permutation(key, size))(keys)


def trained(weights, batches, configurations):
    # Each configuration is a run of its own, beside which what it sets up is little.
    for configuration in configurations:
        order = orders(jax.random.split(jax.random.key(configuration), 200), 784)
        for batch in batches:
            weights = step(weights, batch[:, order[0]])
    return weights
