"""Compiled when called; compiled ahead of time without PGLE; other things that are lowered."""

import jax
from jax._src import config


@jax.jit
def step(x):
    return x @ x


def make_step(scale):
    return jax.jit(lambda x: x * scale)


def profiled(x):
    with config.enable_pgle(True), config.pgle_profiling_runs(1):
        x = step(x)
        return step(x)


def switched_off(x):
    ready = step.lower(x).compile()
    with config.enable_pgle(False):
        return ready(x)


def ahead_of_time(x, name):
    compiled = step.lower(x).compile()
    other = jax.jit(step).lower(x).compile()
    made = make_step(2.0).lower(x).compile()
    return compiled(x), other(x), made(x), name.strip().lower()
