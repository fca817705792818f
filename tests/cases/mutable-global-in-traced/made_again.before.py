# not executed: there is no fix
"""What each turn makes of the same things is the same for compiled code, unless it draws."""

import jax
import jax.numpy as jnp
import numpy as np


class Pendulum:
    def __init__(self, length):
        self.length = length


class Options:
    width = 4


options = Options()


def make(name):
    options.width = 8
    return Pendulum(2.0 if name == "long" else 1.0)


def drawn(name):
    return Pendulum(np.random.uniform(1.0, 2.0) if name == "long" else 1.0)


def shown(name, actions, turns):
    @jax.jit
    def step(state, action):
        return state + action / env.length  # want: JOL111 (info) "reads `env`"

    out = []
    for seed in range(turns):
        env = make(name)
        state = jnp.full((2,), seed)
        for action in actions:
            state = step(state, action)
        out.append(state)
    return out


def shown_as_given(env, other, actions, turns):
    @jax.jit
    def step(state, action):
        return state + action / env.length  # want: JOL111 (info) "reads `env`"

    for seed in range(turns):
        env = make(other) if isinstance(other, str) else other
        state = jnp.full((2,), seed)
        for action in actions:
            state = step(state, action)
    return state


def other_ones(name, actions, turns):
    @jax.jit
    def step(state, action):
        return state + action / env.length  # want: JOL111 (warning) "reads `env`"

    for seed in range(turns):
        env = drawn(name)
        state = jnp.full((2,), seed)
        for action in actions:
            state = step(state, action)
    return state
