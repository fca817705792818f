# not executed: only the severity is looked at
"""Rows one at a time: warned of where there are many under a trace, or a loop comes to them again."""

import jax
import jax.numpy as jnp


@jax.jit
def of_columns(times, table):
    # How many columns there are nobody knows: mostly a handful.
    return jnp.stack([jnp.interp(times, table[:, 0], table[:, c]) for c in range(table.shape[1])])  # want: JOL201 (info)


@jax.jit
def of_rows(table, weights):
    out = []
    for i in range(table.shape[0]):  # want: JOL201 (info)
        out.append(jnp.tanh(table[i] @ weights))
    return jnp.stack(out)


@jax.jit
def of_thresholds(scores):
    return jnp.array([jnp.mean(scores > t) for t in jnp.linspace(0.0, 1.0, 100)])  # want: JOL201 (warning)


@jax.jit
def step(weights, batch):
    return weights - 0.1 * jax.grad(lambda w: jnp.mean((batch @ w) ** 2))(weights)


def orders(keys, size):
    return jnp.array([jax.random.permutation(key, size) for key in keys])  # want: JOL201 (info)


def trained(weights, batches, configurations):
    # Each configuration is a run of its own, beside which what it sets up is little.
    for configuration in configurations:
        order = orders(jax.random.split(jax.random.key(configuration), 200), 784)
        for batch in batches:
            weights = step(weights, batch[:, order[0]])
    return weights
