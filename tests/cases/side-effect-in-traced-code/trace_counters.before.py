# not executed: reported, there is no rewrite
"""Counters of traces, which nothing but their names tells from counters of calls."""
import jax
import jax.numpy as jnp

N_TRACES = 0
COMPILED = []
NUMBER = 0


@jax.jit
def step(x):
    global N_TRACES, NUMBER
    N_TRACES += 1  # want: JOL803 (info) "`N_TRACES` changes once"
    NUMBER += 1  # want: JOL803 (info) "`NUMBER` changes once"
    COMPILED.append(x.shape)  # want: JOL803 (info) "`COMPILED` gets an element once"
    return jnp.sin(x)


def report():
    return N_TRACES, COMPILED, NUMBER
