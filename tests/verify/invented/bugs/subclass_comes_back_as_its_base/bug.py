from dataclasses import dataclass, replace

import jax
import jax.numpy as jnp


@dataclass
class State:
    x: object
    step: int = 0


@dataclass
class Averaged(State):
    mean: float = 0.0


def inputs(key):
    return (State(jax.random.normal(key, (4,))), 0.1)


def run(state, rate):
    """The next state, of the type of the given one (State or Averaged)."""
    return State(state.x - rate * state.x, state.step + 1)
