"""Original: a live buffer is donated, on a path of its own."""

import jax


@jax.jit
def step(x):
    return x + 1


# jaxopt-lint: verify(i32[5](0, 1000))
def f(x):
    return step(x)
