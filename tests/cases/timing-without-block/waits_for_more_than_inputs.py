import time

import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    return x @ x


def for_both(sample):
    batch = jnp.asarray(sample)
    start = time.perf_counter()
    out = step(batch)
    jax.block_until_ready((batch, out))
    return time.perf_counter() - start


def for_a_list(sample):
    # What is put into a list under another name is not seen.
    batch = jnp.asarray(sample)
    outs = [batch]
    start = time.perf_counter()
    outs.append(step(batch))
    jax.block_until_ready(outs)
    return time.perf_counter() - start


def for_the_turn_before(sample):
    # One step is in flight all the time: that is the time of a step.
    before, times = step(jnp.asarray(sample)), []
    for _ in range(10):
        start = time.perf_counter()
        out = step(before)
        before.block_until_ready()
        times.append(time.perf_counter() - start)
        before = out
    return times


def of_an_argument(batch):
    start = time.perf_counter()
    batch = step(batch)
    batch.block_until_ready()
    return time.perf_counter() - start
