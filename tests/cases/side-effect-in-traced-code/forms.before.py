# not executed: reported, there is no rewrite
import logging
from functools import partial

import jax
import jax.numpy as jnp

STEPS = 0
NAMES = []
log = logging.getLogger(__name__)


class Agent:
    def __init__(self):
        self.updates = 0

    @partial(jax.jit, static_argnames="self")
    def update(self, x):
        self.updates += 1  # want: JOL803 (info) "`self.updates` changes once"
        self.size = x.shape[0]  # want: JOL803 (info) "`self.size` is set once"
        return x * 2

    def every(self, n):
        return self.updates % n, self.size


@jax.jit
def step(x):
    global STEPS
    STEPS += 1  # want: JOL803 (info) "`STEPS` changes once"
    NAMES.append("step")  # want: JOL803 (info) "`NAMES` gets an element once"
    y = jnp.sin(x)
    print("y is", y)  # want: JOL803 (info) "shows a tracer instead of the value of `y`"
    print(f"mean {y.mean()}")  # want: JOL803 "`y.mean\(\)`"
    print("max %s of %d" % (y.max(), y.size))  # want: JOL803 "`y.max\(\)`"
    log.info("sum %s", y.sum())  # want: JOL803 "`log.info` runs once"
    logging.warning("x {}".format(x))  # want: JOL803 "`x`"
    return y


def report():
    return STEPS, NAMES


def collect(xs):
    count = 0

    def body(carry, x):
        nonlocal count
        count += 1  # want: JOL803 (info) "`count`"
        return carry + x, None

    total, _ = jax.lax.scan(body, 0.0, xs)
    return total, count
