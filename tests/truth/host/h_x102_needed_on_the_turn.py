"""A file is named by a result, and a controller warms up: neither can wait until later."""

import time

import jax
import jax.numpy as jnp


@jax.jit
def segment(state):
    return jnp.tanh(state), jnp.sum(state)


def in_chunks(state, turns, save):
    for _ in range(turns):
        state, total = segment(state)
        step = int(total)
        save(f"at_step_{step}", state)
    return state


def controlled(controller, state, robot):
    plan = jax.jit(controller)
    start = time.time()
    state = plan(state)
    print(f"compiled in {time.time() - start:.1f} s")
    while robot.runs():
        state = plan(state)
        robot.act(state)
    return state
