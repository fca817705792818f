"""Guards that skip the rest of a turn, ways out of the loop, and values of an earlier step."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, jnp.sum(grads**2)


def skips_the_rest(state, batches, note):
    for i, batch in enumerate(batches):
        state, norm = train_step(state, batch)
        if i % 100:
            continue
        note(float(norm))
    return state


def skips_on_a_flag(state, batches, clock, note):
    for batch in batches:
        state, norm = train_step(state, batch)
        log_now = clock.is_due()
        if not log_now:
            continue
        note(norm.item())
    return state


def returns_it(state, batches, limit):
    for i, batch in enumerate(batches):
        state, norm = train_step(state, batch)
        if i == limit:
            return state, float(norm)
    return state, None


def breaks_with_it(state, batches, interrupted):
    last = None
    for batch in batches:
        state, norm = train_step(state, batch)
        if interrupted.flag:
            last = float(norm)
            break
    return state, last


def one_turn_behind(state, batches):
    norms, previous = [], None
    for batch in batches:
        state, norm = train_step(state, batch)
        if previous is not None:
            norms.append(float(previous))
        previous = norm
    return state, norms


def asks_a_timer(state, batches, timer, note):
    for batch in batches:
        state, norm = train_step(state, batch)
        if timer(state):
            note(np.asarray(norm))
    return state


def every_other_call(state, batches, epochs, note):
    for epoch in range(epochs):
        for batch in batches:
            state, norm = train_step(state, batch)
            if epoch > 3:
                note(float(norm))
    return state


class Trainer:
    def __init__(self):
        self.noisy = False

    def quiet(self):
        self.noisy = False

    def run(self, state, batches, note):
        for batch in batches:
            state, norm = train_step(state, batch)
            if self.noisy:
                note(float(norm))
        return state
