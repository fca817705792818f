"""Behind a flag, in a branch that warns, or to record something."""

import jax
import jax.numpy as jnp

VERBOSE = False
history = []


@jax.jit
def behind_a_flag(x):
    if VERBOSE:
        jax.debug.print("x {}", x)
    return 2 * x


@jax.jit
def warns(x):
    def bad(x):
        jax.debug.print("not finite: {}", x)
        return x

    def good(x):
        return x

    return jax.lax.cond(jnp.isfinite(x).all(), good, bad, x)


@jax.jit
def records(x):
    jax.debug.callback(history.append, x)
    return 2 * x


class Scale:
    def __init__(self, x):
        jax.debug.print("x {}", x)
        self.x = x


def not_compiled(x):
    Scale(x)
    jax.debug.print("x {}", x)
    return 2 * x
