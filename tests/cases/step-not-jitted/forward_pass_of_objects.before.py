# not executed: the fixes are refused
import dataclasses
from typing import NamedTuple

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Seen:
    place: float
    which: int


class Pair(NamedTuple):
    place: jax.Array
    which: jax.Array


class Filter:
    def __init__(self, size):
        self.noise = jnp.eye(size)

    def update(self, state, cov, seen: Seen):
        # For information: jit takes no `Seen`.
        row = jnp.zeros(state.shape).at[seen.which].set(1.0)
        gain = cov @ row / (row @ cov @ row + self.noise[0, 0])
        state = state + gain * (seen.place - jnp.dot(row, state))
        cov = (jnp.eye(state.shape[0]) - jnp.outer(gain, row)) @ cov
        return state, (cov + cov.T) / 2 + jnp.diag(jnp.abs(gain))

    def updated(self, state, cov, seen: Pair):
        row = jnp.zeros(state.shape).at[seen.which].set(1.0)
        gain = cov @ row / (row @ cov @ row + self.noise[0, 0])
        state = state + gain * (seen.place - jnp.dot(row, state))
        cov = (jnp.eye(state.shape[0]) - jnp.outer(gain, row)) @ cov
        return state, (cov + cov.T) / 2 + jnp.diag(jnp.abs(gain))

    def run(self, state, cov, all_seen):
        track = []
        for seen in all_seen:
            state, cov = self.update(state, cov, seen)  # want: JOL109 (info) "`self.update` runs"
            track.append(float(state[0]) + float(jnp.sum(cov)))
        return track

    def run_pairs(self, state, cov, pairs):
        track = []
        for seen in pairs:
            state, cov = self.updated(state, cov, seen)  # want: JOL109 (warning) "`self.updated` runs"
            track.append(float(state[0]) + float(jnp.sum(cov)))
        return track
