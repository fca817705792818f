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
        if jnp.all(size < 1e-3):  # want: JOL402 (info) "the test of"
            break
    return state


def with_a_bar(state, x, turns):
    for turn in trange(turns):
        state, size = step(state, x + turn)
        if size < 1e-3:  # want: JOL402 (info) "the test of"
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


def nearest(rows, centres):
    return jnp.argmin(jnp.sum((rows[:, None] - centres[None]) ** 2, axis=2), axis=1)


def moved(rows, labels, centres):
    ones = jax.nn.one_hot(labels, centres.shape[0])
    counts = jnp.sum(ones, axis=0)[:, None]
    new = (ones.T @ rows) / jnp.maximum(counts, 1.0)
    return jnp.where(counts > 0, new, centres)


def operation_by_operation(rows, centres, turns=300):
    converged = False
    for turn in range(turns):
        labels = nearest(rows, centres)
        new = moved(rows, labels, centres)
        shift = float(jnp.max(jnp.linalg.norm(new - centres, axis=1)))  # want: JOL402 (info)
        centres = new
        used = turn + 1
        if shift <= 1e-4:
            converged = True
            break
    return centres, converged, used


def and_writes_it_down(rows, centres, book, turns=300):
    for _ in range(turns):
        new = moved(rows, nearest(rows, centres), centres)
        shift = float(jnp.max(jnp.linalg.norm(new - centres, axis=1)))  # want: JOL402 (info)
        centres = new
        book.moved = shift
        if shift <= 1e-4:
            break
    return centres
