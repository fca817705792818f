"""Original: a live buffer is donated."""

import jax


@jax.jit
def step(x):
    return x + 1


# jaxopt-lint: verify(i32[5])
def f(x):
    return step(x)
