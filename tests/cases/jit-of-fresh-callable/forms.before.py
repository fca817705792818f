import functools

import jax
import jax.numpy as jnp

RATE = 0.1


def loss(params, batch):
    return jnp.mean((batch @ params) ** 2)


def total(values):
    # The sum.
    return jax.jit(lambda v: jnp.sum(v))(values)  # want: JOL102 "on every call of `total`"


# Takes one step.
def step(params, batch):
    grads = jax.jit(jax.grad(loss))(params, batch)  # want: JOL102 "the result of `grad`"

    @jax.jit
    def applied(p, g):  # want: JOL102 "`applied`, which is defined anew,"
        # p minus a little
        return p - RATE * g

    return applied(params, grads)


def scaled(x, factor):
    return x * factor


def halved(x):
    half = jax.jit(functools.partial(scaled, factor=0.5))  # want: JOL102 "a new `partial`"
    return half(x)


def run(params, batches):
    out = []
    for batch in batches:
        params = step(params, batch)
        out.append(total(halved(params)))
    return params, jnp.stack(out)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3,)), jax.random.normal(k2, (2, 5, 3))
