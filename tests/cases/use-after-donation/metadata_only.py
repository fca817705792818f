"""Shapes and the like survive; so do deletion and tests for None."""

from functools import partial

import jax


@partial(jax.jit, donate_argnums=0)
def step(batch, state):
    return state + batch.sum()


def shapes(batch, state):
    state = step(batch, state)
    count = batch.shape[0] * batch.ndim + len(batch)
    if batch is not None:
        batch.delete()
    del batch
    return state, count
