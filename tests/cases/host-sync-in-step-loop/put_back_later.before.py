# not executed: the state of the second loop is an object
"""What a step returns goes back to it, though under another name, or in an object made of it."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Held(NamedTuple):
    state: jax.Array
    turn: int


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, {"loss": loss}


def renamed(params, batches):
    losses = []
    for batch in batches:
        new, metrics = train_step(params, batch)
        losses.append(float(metrics["loss"]))  # want: JOL402 (warning)
        params = new
    return params, losses


def packed(params, batches):
    held, losses = Held(params, 0), []
    for turn, batch in enumerate(batches):
        state, metrics = train_step(held.state, batch)
        held = Held(state=state, turn=turn)
        losses.append(float(np.array(metrics["loss"])))  # want: JOL402 (warning)
    return held, losses


def compared(params, batches):
    losses = []
    for batch in batches:
        new, metrics = train_step(params, batch)  # each starts from the same parameters
        losses.append(float(metrics["loss"]))  # want: JOL402 (warning)
        last = new
    return last, losses
