# not executed: reported without a fix
"""Gradients of what is compiled, on some way: only the update runs operation by operation."""

import jax
import jax.numpy as jnp
import optax

jit = jax.jit


def squared(params, x):
    return jnp.mean((x @ params) ** 2)


def infer(params, batches, objective, method):
    optimizer = optax.adam(1e-3)
    state = optimizer.init(params)
    if method == "adam":

        @jit
        def score(params, x):
            return objective(params, x)

        for x in batches:
            value, grads = jax.value_and_grad(score)(params, x)
            updates, state = optimizer.update(grads, state)
            params = optax.apply_updates(params, updates)  # want: JOL109 (warning) "applies this update"
            print(float(value))
        return params

    @jit
    def score(params):
        return objective(params, None)

    return score(params)


def descend(params, batches, score):
    optimizer = optax.sgd(0.1)
    state = optimizer.init(params)
    for x in batches:
        value, grads = jax.value_and_grad(score)(params, x)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)  # want: JOL109 (warning) "applies this update"
        print(float(value))
    return params


def main(params, batches):
    return descend(params, batches, score=jax.jit(squared))


class Fit:
    def __init__(self, score, fast):
        self.score = score
        if fast:
            self.score = jax.jit(score)

    def run(self, params, batches):
        for x in batches:
            value, grads = jax.value_and_grad(self.score)(params, x)
            params = params - 0.1 * grads
            print(float(value))
        return params


def plain(params, batches, fast):
    score = jax.jit(squared) if fast else squared
    for x in batches:
        params = params - 0.1 * jax.grad(score)(params, x)
        print(params)
    return params


def never(params, batches, much):
    # Whichever it is, nothing compiles it.
    score = squared if much else jnp.sum
    optimizer = optax.sgd(0.1)
    state = optimizer.init(params)
    for x in batches:  # want: JOL109 (warning) "takes a gradient and applies it"
        grads = jax.grad(score)(params, x)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
        print(params)
    return params


def handed(params, batches, score):
    # Who hands it in may have compiled it.
    optimizer = optax.sgd(0.1)
    state = optimizer.init(params)
    for x in batches:  # want: JOL109 (info) "takes a gradient and applies it"
        grads = jax.grad(score)(params, x)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
        print(params)
    return params


def made(params, batches, make):
    raw = make(batches)

    def negated(params, x):
        return -raw(jnp.exp(params), x)

    optimizer = optax.sgd(0.1)
    state = optimizer.init(params)
    for x in batches:  # want: JOL109 (info) "takes a gradient and applies it"
        grads = jax.grad(negated)(params, x)
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
        print(params)
    return params
