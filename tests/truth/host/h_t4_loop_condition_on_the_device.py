"""The loop asks the state on the device for its step, each time."""

import functools

import equinox as eqx
import jax
import jax.numpy as jnp


class State(eqx.Module):
    step: jax.Array
    params: jax.Array


@functools.partial(jax.jit, donate_argnums=0)
def advance(state, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(state.params)
    return State(state.step + 1, state.params - 0.1 * grads), loss


class Trainer:
    def __init__(self, steps, hooks):
        self.steps = steps
        self.hooks = hooks

    def train(self, state: State, loader):
        batches = iter(loader)
        while int(state.step) < self.steps:  # want: JOL402
            try:
                batch = next(batches)
            except StopIteration:
                break
            state, loss = advance(state, batch)
            for hook in self.hooks:
                hook(state, loss)
        return state
