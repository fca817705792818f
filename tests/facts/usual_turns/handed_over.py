"""Loops of which another file says how often they turn."""

import jax.numpy as jnp


def simulate(state, turns):
    for _ in range(turns):  # fact: usual_turns 500 (`--steps` is left at 500)
        state = jnp.sin(state)
    return state


def train(state, args):
    for _ in range(args.steps // 2):  # fact: usual_turns 250 (`steps` is left at 500)
        state = jnp.sin(state)
    return state


class Loop:
    def __init__(self, settings):
        self.settings = settings

    def run(self, state, more):
        for _ in range(self.settings.search.depth):  # fact: usual_turns 24 (`depth` is left at 24)
            state = jnp.sin(state)
        for _ in range(more):
            state = jnp.sin(state)
        return state
