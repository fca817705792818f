"""The number of rows has a name that only the loop reads."""

import jax
import jax.numpy as jnp


def listed(w, xs: jax.Array):
    # how many
    def one(x):
        return jnp.tanh(w @ x)

    return jax.vmap(one)(xs)


def filled(w, xs: jax.Array):
    def one(x):
        return jnp.tanh(w @ x)

    out = jax.vmap(one)(xs).astype(float)
    return out


def compact(w, boxes: jax.Array):
    return jax.vmap(lambda box: jnp.tanh(w @ box))(boxes)


def read_elsewhere(w, xs: jax.Array):
    n = xs.shape[0]
    rows = jax.vmap(lambda x: jnp.tanh(w @ x))(xs)
    return jnp.sum(rows, axis=0) / n


def run(w, xs):
    return listed(w, xs), filled(w, xs), compact(w, xs), read_elsewhere(w, xs)


def inputs(key):
    return jax.random.normal(key, (4, 4)), jax.random.normal(key, (6, 4))
