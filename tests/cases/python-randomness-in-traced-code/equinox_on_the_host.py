"""Modules of Equinox are dataclasses for anything: nothing shows that these are traced."""

import time

import equinox as eqx
import jax
import numpy as np


class Shuffled(eqx.Module):
    """Batches of what lies on the host."""

    rows: np.ndarray
    size: int = eqx.field(static=True)

    def __call__(self):
        order = np.random.permutation(len(self.rows))
        for start in range(0, len(order), self.size):
            yield self.rows[order[start : start + self.size]]


class Timed(eqx.Module):
    solver: eqx.Module

    def __call__(self, problem):
        began = time.perf_counter()
        solution = jax.block_until_ready(self.solver(problem))
        return solution, time.perf_counter() - began


def fit(step, state, batches: Shuffled):
    for batch in batches():
        state = step(state, batch)
    return state
