import functools

import jax
import jax.numpy as jnp

RATE = 0.1


def loss(params, batch):
    return jnp.mean((batch @ params) ** 2)


jitted_total = jax.jit(lambda v: jnp.sum(v))


def total(values):
    # The sum.
    return jitted_total(values)


jitted_grad_loss = jax.jit(jax.grad(loss))


@jax.jit
def applied(p, g):
    # p minus a little
    return p - RATE * g


# Takes one step.
def step(params, batch):
    grads = jitted_grad_loss(params, batch)

    return applied(params, grads)


def scaled(x, factor):
    return x * factor


half = jax.jit(functools.partial(scaled, factor=0.5))


def halved(x):
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
