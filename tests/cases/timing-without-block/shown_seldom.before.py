# not executed: what a clock shows is another thing each time
"""A time that a log shows a few times, and one that it always shows."""

import time

import jax
from absl import logging


@jax.jit
def step(x):
    return x @ x


def train(x, turns):
    for _ in range(turns):
        start = time.time()
        x = step(x)
        logging.log_first_n(logging.INFO, "a step took %f s", 5, time.time() - start)  # want: JOL407 (info) "dispatch"
    return x


def watched(x, turns):
    for _ in range(turns):
        start = time.time()
        x = step(x)
        logging.info("a step took %f s", time.time() - start)  # want: JOL407 (warning) "dispatch"
    return x
