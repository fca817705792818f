# rule: pmap-data-parallel
"""Made at each call, a jit of a new function compiles at each call; `jax.pmap` does not."""
import jax


def step(x):
    return x * 2


mapped = jax.pmap(step)  # holds


def run(x):
    mapped = jax.pmap(step)  # broken
    return mapped(x)
