# not executed: only the clock's readings differ
import time

import jax


@jax.jit
def advance(state, carry):
    return (state + carry, carry * 2), state.sum()


def timed(state, carry):
    start = time.perf_counter()
    (state, carry), total = advance(state, carry)
    took = time.perf_counter() - start  # want: JOL407
    return state, carry, total, took


def timed_apart(state, carry):
    start = time.perf_counter()
    ((state), (_)), (total) = advance(state, carry)
    took = time.perf_counter() - start  # want: JOL407
    return state, total, took
