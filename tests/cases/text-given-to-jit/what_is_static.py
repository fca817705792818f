"""Static parameters, parameters that are bound before, names for other things, and lifted jits."""

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest


@partial(jax.jit, static_argnames=("activation",))
def dense(x, w, activation="tanh"):
    return jnp.tanh(x @ w) if activation == "tanh" else x @ w


@partial(jax.jit, static_argnums=(1, 2))
def reduced(x, how, act=None):
    return getattr(jnp, how)(x)


def scaled(mode, x):
    return x if mode == "id" else -x


bound = jax.jit(partial(scaled, "id"))


@eqx.filter_jit
def filtered(x, mode):
    return x if mode == "id" else -x


@jax.jit
def traced(x, y, rest=None):
    return x + y


@jax.tree_util.Partial
def carried(x):
    return x


def use(x, w, options, mode):
    dense(x, w, "relu")
    dense(*[x, w], "relu")
    reduced(x, "mean", lambda y: y)
    bound(x)
    filtered(x, "neg")
    traced(x, options["y"])
    traced(x, 1.0, {"text": x})
    traced(x, 1.0, None)
    traced(x, 1.0, carried)
    return traced(x, mode)


def plain(x):
    fast = scaled
    fast("id", x)
    return scaled("neg", x)


def test_text_is_refused(x):
    with pytest.raises(TypeError):
        traced(x, "text")
