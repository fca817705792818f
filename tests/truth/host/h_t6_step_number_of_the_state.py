"""Right after each step its number is asked from the device; a factory made the step."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
import optax


class TrainState(NamedTuple):
    params: dict
    opt: optax.OptState
    step: jax.Array


def compile_step(opt, loss_fn):
    grad_fn = jax.grad(loss_fn)

    @partial(jax.jit, donate_argnums=(0,))
    def step(state: TrainState, batch):
        grads = grad_fn(state.params, batch)
        updates, new_opt = opt.update(grads, state.opt, state.params)
        return TrainState(optax.apply_updates(state.params, updates), new_opt, state.step + 1)

    return step


def train(opt, loss_fn, state, loader, total, every):
    step = compile_step(opt, loss_fn)
    for _ in range(int(total)):
        batch = next(loader)
        state = step(state, batch)
        s = int(state.step)  # want: JOL402
        if s % every == 0 or s == 1:
            print(s, float(loss_fn(state.params, batch)))
    return state
