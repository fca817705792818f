# not executed: it measures time
"""What waits before the work is handed out, and what makes another object, waits for none of it."""

import time

import jax
import jax.numpy as jnp


@jax.jit
def step(state, batch):
    return jnp.tanh(state @ batch)


def waits_in_front(state, notes, batch):
    start = time.time()
    shown = [f"{name}: {value.item()}" for name, value in notes.items()]
    state = step(state, batch)
    took = time.time() - start  # want: JOL407
    return state, took, shown


def fields_of_its_own(train, batch):
    start = time.time()
    weights = step(train.weights, batch)
    train = train.replace(weights=weights, turn=train.turn + 1)
    took = time.time() - start  # want: JOL407
    return train, took


def mapped(xs, batch):
    run = jax.jit(lambda x: jnp.tanh(x @ batch))
    with jax.disable_jit(False):
        start = time.time()
        ys = jax.vmap(run)(xs)
    took = time.time() - start  # want: JOL407
    return ys, took


def told_behind_the_loop(state, batches, save):
    for part in batches:
        for batch in part:
            start = time.time()
            state = step(state, batch)
            end = time.time()  # want: JOL407
        save(took=end - start)
    return state


def gone_over_again(state, batches):
    # The wait of a turn is for the turn before.
    start = time.time()
    for batch in batches:
        print(state.sum().item())
        state = step(state, batch)
    return state, time.time() - start
