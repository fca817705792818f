"""States that begin with, or come to, one array in two places: donating them raises."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import struct


class Pair(NamedTuple):
    params: jax.Array
    target: jax.Array


@struct.dataclass
class Learner:
    params: jax.Array
    target: jax.Array


@jax.jit
def of_helper(state, batch):
    return state._replace(params=state.params - 0.1 * batch, target=state.target * 0.9)


def make(key):
    params = jax.random.normal(key, (512, 512))
    return Pair(params, params)


@jax.jit
def of_copy(state, batch):
    return state.replace(params=state.params - 0.1 * batch)


@jax.jit
def of_table(state, batch):
    return {"mean": state["mean"] + batch, "var": state["var"] * 0.9 + batch**2}


@jax.jit
def of_moved(state, batch):
    return {"params": state["params"] - batch, "target": state["target"]}


@jax.jit
def of_list(hidden, batch):
    return [one + batch for one in hidden]


def train(batches, key):
    pair = make(key)
    learner = Learner(jnp.zeros((512, 512)), jnp.ones((512, 512)))
    zeros = jnp.zeros((512, 512))
    table = {"mean": zeros, "var": zeros}
    moved = {"params": jnp.zeros((512, 512)), "target": jnp.ones((512, 512))}
    hidden = [zeros] * 4
    for turn, batch in enumerate(batches):
        pair = of_helper(pair, batch)
        learner = of_copy(learner, batch)
        table = of_table(table, batch)
        moved = of_moved(moved, batch)
        hidden = of_list(hidden, batch)
        if turn % 100 == 0:
            learner = learner.replace(target=learner.params)
            moved["target"] = moved["params"]
    return pair, learner, table, moved, hidden
