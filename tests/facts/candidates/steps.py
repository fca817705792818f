from functools import partial

import jax
import jax.numpy as jnp


def loss(w, x):
    return (w * x).sum()


@jax.jit  # fact: candidates w
def step(w, x):
    return w - 0.1 * jax.grad(loss)(w, x)


@jax.jit  # the caller of `resume` may need what it gave  # fact: candidates w blocked
def other(w, x):
    return w - 0.1 * jax.grad(loss)(w, x)


@partial(jax.jit, donate_argnums=0)
def given(w, x):
    return w - 0.1 * jax.grad(loss)(w, x)


@jax.jit
def predict(w, x):
    return w * x


def fit(xs):
    w = jnp.ones(3)
    for x in xs:
        w = step(w, x)
    for x in xs:
        w = given(w, x)
    return predict(w, xs[0])


def resume(w, xs):
    for x in xs:
        w = other(w, x)
    return w
