# not executed: the steps of others are not at hand
"""What a function, a flag or a counter is called tells nothing about what waits."""

import time

import jax
import jax.numpy as jnp
from elsewhere import sample, train_step


@jax.jit
def env_epoch(state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, jnp.sum(grads**2)


def measure_steps(state, batches, note):
    for batch in batches:
        state, norm = env_epoch(state, batch)
        note(float(norm))  # want: JOL402 (info) "waits for `env_epoch`"
    return state


def reads_a_clock_each_turn(state, batches, note):
    for batch in batches:
        start = time.perf_counter()
        state, norm = env_epoch(state, batch)
        note(float(norm))  # want: JOL402 (info) "waits for `env_epoch`"
        note(time.perf_counter() - start)
    return state


def of_another_project(state, batches, note):
    for batch in batches:
        state, norm = train_step(state, batch)
        note(float(norm))  # want: JOL402 (info) "waits for `train_step`"
    for batch in batches:
        state, norm = sample(state, batch)
        note(float(norm))  # want: JOL402 (info) "waits for `sample`"
    return state


def under_a_flag(state, batches, note, should_log, settings):
    for batch in batches:
        state, norm = env_epoch(state, batch)
        if should_log:
            note(float(norm))  # want: JOL402 (info) "waits for `env_epoch`"
    for batch in batches:
        state, norm = env_epoch(state, batch)
        if settings.last_step:
            note(float(norm))  # want: JOL402 (info) "waits for `env_epoch`"
    return state
