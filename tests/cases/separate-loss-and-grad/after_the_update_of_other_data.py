# The next turn takes the gradient at other values: of another batch, of parameters that are taken
# back, of weights that grow; or the loss is looked at now and then.
import time

import jax
import jax.numpy as jnp


def loss_fn(params, batch):
    return jnp.mean((batch @ params) ** 2)


def of_batches(params, batches):
    for batch in batches:
        grads = jax.grad(loss_fn)(params, batch)
        params = params - 0.1 * grads
        print(loss_fn(params, batch))
    return params


def of_the_best(params, data):
    best, kept = jnp.inf, params
    for _ in range(100):
        grads = jax.grad(loss_fn)(params, data)
        params = params - 0.1 * grads
        value = loss_fn(params, data)
        if value > best:
            params = kept
        best, kept = value, params
    return params


def of_growing_weights(params, data):
    weight = 1.0

    def loss(p):
        return weight * loss_fn(p, data)

    for _ in range(100):
        grads = jax.grad(loss)(params)
        params = params - 0.1 * grads
        print(loss(params))
        weight = weight * 1.1
    return params


def now_and_then(params, data):
    for step in range(1000):
        params = params - 0.1 * jax.grad(loss_fn)(params, data)
        if step % 100 == 0:
            print(loss_fn(params, data))
    return params


def by_the_clock(params, data):
    for _ in range(100):
        grads = jax.grad(loss_fn)(params, data)
        start = time.perf_counter()
        params = params - 0.1 * grads
        value = loss_fn(params, data).block_until_ready()
        print(value, time.perf_counter() - start)
    return params


@jax.jit
def compiled(params, data):
    values = []
    for _ in range(4):
        grads = jax.grad(loss_fn)(params, data)
        params = params - 0.1 * grads
        values.append(loss_fn(params, data))
    return params, values
