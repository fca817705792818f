# not executed: only the clock's readings differ
import time

import jax


@jax.jit
def advance(state, carry):
    return (state + carry, carry * 2), state.sum()


def timed(state, carry):
    start = time.perf_counter()
    (state, carry), total = advance(state, carry)
    jax.block_until_ready(((state, carry), total))
    took = time.perf_counter() - start
    return state, carry, total, took


def timed_apart(state, carry):
    start = time.perf_counter()
    ((state), (_)), (total) = advance(state, carry)
    jax.block_until_ready((((state), (_)), (total)))
    took = time.perf_counter() - start
    return state, total, took
