import time

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3, 3)),)


@jax.jit
def refine(x):
    return jnp.cos(x @ x)


def solve(x, rounds, verbose):
    took = []
    for _ in range(rounds):
        begin = time.time() if verbose else None
        x = refine(x)
        if verbose:
            took.append(time.time() - begin)  # want: JOL407 "`refine` has run"
    return x


def run(x):
    return solve(x, 2, x.shape[0] > 99)
