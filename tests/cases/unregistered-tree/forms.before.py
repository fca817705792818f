# not executed: the originals raise
import dataclasses

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class State:  # want: JOL850 (error) "is no tree that JAX knows"
    weights: jax.Array
    step: int


class Point:  # want: JOL850 "`jax.vmap` is given"
    def __init__(self, x, y):
        self.x, self.y = x, y


@dataclasses.dataclass(frozen=True)
class Result:  # want: JOL850 "`jax.jit` returns"
    mean: jax.Array


@jax.jit
def advance(state, grads):
    return State(state.weights - grads, state.step + 1)


@jax.jit
def summary(x):
    return Result(jnp.mean(x))


def lengths(p):
    return jnp.hypot(p.x, p.y)


def main(grads):
    state = State(jnp.zeros(3), 0)
    for _ in range(10):
        state = advance(state, grads)
    return state, jax.vmap(lengths)(Point(jnp.ones(3), jnp.ones(3)))
