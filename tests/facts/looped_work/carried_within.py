"""What an inner loop carries on from the turn before of the outer one, it carries for that, too."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Held(NamedTuple):
    state: jax.Array


@jax.jit
def advance(state, batch):
    return state - 0.1 * batch, jnp.sum(batch)


def train(held: Held, batches: jax.Array, steps):
    for _ in range(steps):  # fact: looped_work 5 over numbers, 2 compiled, carries, gathers
        losses = []
        for batch in batches:  # fact: looped_work 2 over rows, 1 compiled, carries, gathers
            state, loss = advance(held.state, batch)
            held = Held(state)
            losses.append(loss)
    return held
