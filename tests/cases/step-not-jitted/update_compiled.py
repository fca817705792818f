"""Updates that are compiled, that nobody repeats, or that another method compiles."""

import jax
import jax.numpy as jnp
import optax


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


@jax.jit
def step(params, state, x):
    grads = jax.grad(loss)(params, x)
    updates, state = optax.sgd(0.1).update(grads, state)
    return optax.apply_updates(params, updates), state


def train(params, state, batches):
    for x in batches:
        params, state = step(params, state, x)
    return params


def once(params, grads, state):
    updates, state = optax.sgd(0.1).update(grads, state)
    return optax.apply_updates(params, updates), state


class Compiling:
    def __init__(self, params):
        self.params = params
        self.update = jax.jit(self.update)

    def update(self, params, updates):
        return optax.apply_updates(params, updates)

    def fit(self, batches):
        for updates in batches:
            self.params = self.update(self.params, updates)


class State:
    @jax.jit
    def apply_gradients(self, grads):
        return jax.tree.map(jnp.subtract, self, grads)


def of_its_own(state: State, gradients):
    for grads in gradients:
        state = state.apply_gradients(grads=grads)
    return state
