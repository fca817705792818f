# not executed: nothing of it is rewritten
"""Lists of arrays: filled by turns, by comprehensions, on every turn of a loop around."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch):
    return params - jnp.mean(batch), jnp.sum(params * batch)


def in_the_end(params, batches):
    losses = []
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(loss)
    return np.array(losses)  # want: JOL413 "`np.array` fetches the arrays of `losses`"


def each_epoch(params, epochs, batches, record):
    for epoch in range(100):
        losses = []
        for batch in batches(epoch):
            params, loss = step(params, batch)
            losses.append(loss)
        record(np.stack(losses))  # want: JOL413 "on every turn of the loop"
    return params


def compared(params, batches):
    losses = [jnp.sum(step(params, batch)[0]) for batch in batches]
    return min(losses)  # want: JOL413 "`min` fetches the arrays of `losses`"
