# not executed: what is shown is how much a wait matters
"""Where the host does nothing in a loop but ask when it is over, the whole is one `while_loop`."""

import jax
import jax.numpy as jnp
import numpy as np
from tqdm import trange


@jax.jit
def step(state, x):
    state = jnp.tanh(state @ x)
    return state, jnp.linalg.norm(state)


def until_it_is_small(state, x, turns):
    for _ in range(turns):
        state, size = step(state, x)
        if jnp.all(size < 1e-3):  # want: JOL402 (warning) "the test of"
            break
    return state


def with_a_bar(state, x, turns):
    for turn in trange(turns):
        state, size = step(state, x + turn)
        if size < 1e-3:  # want: JOL402 (warning) "the test of"
            break
    return state


def and_says_so(state, x, turns):
    for turn in range(turns):
        state, size = step(state, x)
        if size < 1e-3:  # want: JOL402 (info) "the test of"
            print("small after", turn)
            break
    return state


def of_new_data(state, batches, turns):
    for _ in range(turns):
        state, size = step(state, next(batches))
        if size < 1e-3:  # want: JOL402 (info) "the test of"
            break
    return state


def and_keeps_all(state, x, turns):
    seen = []
    for _ in range(turns):
        state, size = step(state, x)
        seen.append(state)
        if size < 1e-3:  # want: JOL402 (info) "the test of"
            break
    return jnp.stack(seen)


class Solver:
    def keeps_it(self, state, x, turns):
        for _ in range(turns):
            state, self.size = step(state, x)
            if self.size < 1e-3:  # want: JOL402 (info) "the test of"
                break
        return state


@jax.jit
def sweep(state, x):
    state = jax.lax.fori_loop(0, 200, lambda _, s: jnp.tanh(s @ x), state)
    return state, jnp.linalg.norm(state)


def every_so_many(state, x, turns):
    for _ in range(turns):
        state, size = sweep(state, x)
        if size < 1e-3:  # want: JOL402 (info) "the test of"
            break
    return state
