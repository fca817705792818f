# not executed: what is shown is what waits
"""The host can count its turns by itself, and need not ask the device for the number."""

import jax
import jax.numpy as jnp
from flax.training.train_state import TrainState


@jax.jit
def step(state: TrainState, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state.params)
    return state.apply_gradients(grads=grads)


def asked_each_turn(state: TrainState, batch, turns, save):
    while state.step < turns:
        state = step(state, batch)
        number = int(state.step)  # want: JOL402 (warning)
        if number % 100 == 0:
            save(state, number)
    return state


def counted(state: TrainState, batch, turns, save):
    for number in range(turns):
        state = step(state, batch)
        if number % 100 == 0:
            save(state, int(state.step))
    return state


def until_it_is_small(state: TrainState, batch, save):
    while True:
        state = step(state, batch)
        norm = float(jnp.linalg.norm(state.params))  # want: JOL402 (info)
        if norm < 1e-3:
            save(state, norm)
            break
    return state
