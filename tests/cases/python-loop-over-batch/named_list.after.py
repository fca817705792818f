"""A comprehension fills a list that gets a name before it is stacked."""

import jax
import jax.numpy as jnp


def scores(w, xs: jax.Array):
    rows = jax.vmap(lambda x: jnp.tanh(x @ w))(xs)
    # all of them
    return rows / len(rows)


def sides(w, xs: jax.Array):
    parts = jax.vmap(lambda x: jnp.tanh(x @ w))(xs)
    # one array
    return parts


def total(w, xs: jax.Array):
    def one(x):
        lefts_row = jnp.sum(x @ w)
        rights_row = jnp.sum(w @ x)
        return lefts_row, rights_row

    lefts, rights = jax.vmap(one)(xs)
    return lefts + rights


def run(w, xs):
    return scores(w, xs), sides(w, xs), total(w, xs)


def inputs(key):
    return jax.random.normal(key, (4, 4)), jax.random.normal(key, (2, 4))
