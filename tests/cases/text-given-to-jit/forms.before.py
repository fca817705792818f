# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def dense(x, w, b, activation):
    y = x @ w + b
    return jnp.tanh(y) if activation == "tanh" else y


def reduced(x, how):
    return getattr(jnp, how)(x)


fast = jax.jit(reduced)


@partial(jax.jit, static_argnames="n")
def repeated(x, n, act, options=None):
    return act(x) * n


def square(x):
    return x * x


def encoder(params, x):
    x = dense(x, *params[0], "gelu")  # want: JOL118 "the text"
    return dense(x, *params[1], activation="tanh")  # want: JOL118 "for `activation`"


def use(x, i):
    mode = "mean"
    fast(x, mode)  # want: JOL118 "for `how`"
    fast(x, f"m{i}")  # want: JOL118 "a text"
    repeated(x, 3, square)  # want: JOL118 "the function `square`"
    repeated(x, n=3, act=lambda y: y)  # want: JOL118 "a function"
    return repeated(x, 3, 1.0, options={"a": 1, "b": "two"})  # want: JOL118 "a container"
