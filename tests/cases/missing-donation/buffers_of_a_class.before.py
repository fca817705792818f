# not executed: methods, of which nobody is seen to call any
"""A new object of the class that the parameter is said to be, with arrays that were written into."""

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax.lax import dynamic_update_slice


class Rows(NamedTuple):
    observations: jax.Array
    rewards: jax.Array


class Buffer(NamedTuple):
    rows: Rows
    place: jax.Array


class Memory:
    def __init__(self, size):
        self.size = size

    @partial(jax.jit, static_argnames="self")
    def push(self, buffer: Buffer, observation, reward):  # want: JOL301 (info) "returns new `buffer`"
        rows = Rows(
            observations=dynamic_update_slice(buffer.rows.observations, observation, (buffer.place, 0)),
            rewards=dynamic_update_slice(buffer.rows.rewards, reward, (buffer.place,)),
        )
        return Buffer(rows=rows, place=(buffer.place + 1) % self.size)

    # A number is all that is new.
    @partial(jax.jit, static_argnames="self")
    def rewound(self, buffer: Buffer):
        return Buffer(rows=buffer.rows, place=jnp.zeros_like(buffer.place))

    @partial(jax.jit, static_argnames="self")
    def smoothed(self, buffer: Buffer, rate):
        rows = Rows(observations=rate * buffer.rows.observations, rewards=buffer.rows.rewards)
        return Buffer(rows=rows, place=buffer.place)
