# not executed: the losses are elsewhere
"""The step is a method of an object whose class is known: it is followed there."""

from functools import partial
from typing import Any

import jax
import optax
from flax import struct

from my_project import losses, unknown


class TrainState(struct.PyTreeNode):
    params: Any
    opt_state: Any
    key: jax.Array


class Trainer:
    def __init__(self, optimizer, weight):
        self.optimizer = optimizer
        self.weight = weight

    def step(self, state: TrainState, batch):
        key, sub = jax.random.split(state.key)
        grads = jax.grad(losses.total)(state.params, batch, sub, self.weight)
        updates, opt_state = self.optimizer.update(grads, state.opt_state, state.params)
        params = optax.apply_updates(state.params, updates)
        return TrainState(params=params, opt_state=opt_state, key=key), losses.norm(updates)

    def evaluate(self, state: TrainState, batch):
        return losses.total(state.params, batch, state.key, self.weight)


def make_step(trainer: Trainer):
    @partial(jax.jit, donate_argnames="state")
    def step(state, batch):
        return trainer.step(state, batch)

    return step


def make_evaluation(trainer: Trainer):
    @jax.jit
    def evaluate(state, batch):
        return trainer.evaluate(state, batch)

    return evaluate


# Whose method that is, is not known.
def make_unknown(trainer):
    @jax.jit
    def step(state, batch):
        return trainer.step(state, batch)

    return step


def run(state, batches):
    trainer = Trainer(optax.adam(1e-3), 0.1)

    @partial(jax.jit, donate_argnames="state")
    def step(state, batch):
        state, norm = trainer.step(state, batch)
        return state, norm

    for batch in batches:
        state, norm = step(state, batch)
        unknown.log(norm, state)
    return state
