"""What waits for nothing, or for what was there before: metadata, the host, earlier turns."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def update(state, batch):
    return state + batch, state.sum()


def on_the_host(table, n):
    out = []
    for i in range(n):
        out.append(float(np.sqrt(table[i])))
        out.append(int(jnp.ones((n, 3)).shape[0]))
    return out


def a_turn_later(state, batches):
    before = None
    for batch in batches:
        state, loss = update(state, batch)
        if before is not None:
            print(float(before))
        before = loss
    return state


def off_here(state, batches):
    return _run(state, batches, show=False)


def _run(state, batches, show):
    for batch in batches:
        state, loss = update(state, batch)
        if show:
            print(loss)
    return state


def left_early(state, batches):
    for batch in batches:
        return update(state, batch)
    return [float(x) for x in state.shape]


@jax.jit
def traced(x):
    for i in range(3):
        if x.shape[0] > i:
            x = x + jnp.sum(x)
    return x


def of_the_unknown(model, batches):
    for batch in batches:
        print(model(batch))


def sharded(x):
    size = jax.lax.psum(1, "data")
    for axis in range(x.ndim):
        if x.shape[axis] % size == 0:
            return jnp.split(x, 2, axis)
    return x
