# not executed: the steps are elsewhere
"""What is compiled is not seen; its calls store the state of an optimizer anew."""

from functools import partial

import jax
import optax
from flax import jax_utils

from my_project import State, build, network, read_table


def trained(batches, example, rng, steps):
    tx = optax.adam(1e-3)
    params = network.init(rng, example)
    state = State(params=params, opt_state=tx.init(params))
    state = jax_utils.replicate(state)
    step = build(network)
    step = jax.pmap(partial(jax.lax.scan, step))  # want: JOL301 (info) "returns new `state`"
    for batch in batches:
        (rng, state), losses = step((rng, state), batch)
    return state


class Learner:
    def __init__(self, tx, rng, example):
        params = network.init(rng, example)
        opt_state = tx.init(params)
        self._state = State(params=params, opt_state=opt_state, key=rng)
        self._step = jax.jit(build(self._update))  # want: JOL301 (info) "returns new `self._state`"

    def _update(self, state, batch):
        raise NotImplementedError

    def step(self, batch):
        self._state, metrics = self._step(self._state, batch)
        return metrics


# What it stores anew holds no state of an optimizer, as far as is seen.
def filled(rows):
    fill = jax.jit(build(network))
    table = read_table()
    for row in rows:
        table = fill(table, row)
    return table


# The old state is read afterwards.
def compared(batches, example, rng):
    tx = optax.adam(1e-3)
    params = network.init(rng, example)
    state = State(params=params, opt_state=tx.init(params))
    step = jax.jit(build(network))
    for batch in batches:
        new, loss = step(state, batch)
        state = new if loss < 1.0 else state
    return state


# It donates.
def donated(batches, example, rng):
    tx = optax.adam(1e-3)
    params = network.init(rng, example)
    state = State(params=params, opt_state=tx.init(params))
    step = jax.jit(build(network), donate_argnums=0)
    for batch in batches:
        state, loss = step(state, batch)
    return state
