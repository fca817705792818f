"""A comprehension fills a list that gets a name before it is stacked."""

import jax
import jax.numpy as jnp


def scores(w, xs: jax.Array):
    rows = [jnp.tanh(x @ w) for x in xs]  # want: JOL201 "`rows` is computed one row"
    # all of them
    return jnp.stack(rows) / len(rows)


def sides(w, xs: jax.Array):
    parts = [jnp.tanh(xs[i] @ w) for i in range(xs.shape[0])]  # want: JOL201 "`parts` is computed"
    parts = jnp.stack(parts)  # one array
    return parts


def total(w, xs: jax.Array):
    lefts, rights = [], []
    for x in xs:  # want: JOL201 "`lefts` and `rights` are"
        lefts.append(jnp.sum(x @ w))
        rights.append(jnp.sum(w @ x))
    return jnp.stack(lefts) + jnp.stack(rights)


def run(w, xs):
    return scores(w, xs), sides(w, xs), total(w, xs)


def inputs(key):
    return jax.random.normal(key, (4, 4)), jax.random.normal(key, (2, 4))
