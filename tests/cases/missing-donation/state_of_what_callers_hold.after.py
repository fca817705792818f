# not executed: the data is elsewhere
from functools import partial

import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState
from jax.example_libraries import optimizers


# The state begins with the very arrays that the caller has passed, and may need again.
def fit(loss, weights, batches, rate):
    begin, update, weights_of = optimizers.momentum(rate, 0.9)
    state = begin(weights)

    @partial(jax.jit, donate_argnames="state")
    def step(turn, state, batch):
        slopes = jax.grad(loss)(weights_of(state), batch)
        return update(turn, slopes, state)

    for turn, batch in enumerate(batches):
        state = step(turn, state, batch)
    return weights_of(state)


def tune(apply, weights, tx, batches):
    state = TrainState.create(apply_fn=apply, params=weights, tx=tx)

    @partial(jax.jit, donate_argnames="state")
    def step(state, batch):
        slopes = jax.grad(lambda p: jnp.mean(state.apply_fn(p, batch)))(state.params)
        return state.apply_gradients(grads=slopes)

    for batch in batches:
        state = step(state, batch)
    return state


# What is made here is nobody else's.
def begun_here(loss, shape, batches, rate):
    begin, update, weights_of = optimizers.momentum(rate, 0.9)
    state = begin(jnp.ones(shape))

    @partial(jax.jit, donate_argnames="state")
    def step(turn, state, batch):
        slopes = jax.grad(loss)(weights_of(state), batch)
        return update(turn, slopes, state)

    for turn, batch in enumerate(batches):
        state = step(turn, state, batch)
    return weights_of(state)
