"""What asks for values that are there: constants, shapes, callbacks, branches that are off."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


def early(x, check=None):
    if check is None:
        return x
    return float(x)


fast = jax.jit(early)


def step(x, verbose):
    if verbose:
        print(float(x))
    return x + 1


def train(xs):
    run = jax.jit(partial(step, verbose=False))
    for x in xs:
        run(x)


@jax.jit
def of_shapes(x):
    n = int(x.shape[0])
    table = np.sqrt(np.arange(n))
    return x * float(n) + jnp.asarray(table)


@jax.jit
def calls_back(x):
    jax.debug.callback(lambda value: print(float(value)), x)
    return x


@jax.jit
def at_once(x):
    with jax.ensure_compile_time_eval():
        limit = float(jnp.max(jnp.arange(4)))
    return x + limit


@jax.jit
def concrete_only(x):
    total = jnp.sum(x)
    if not isinstance(total, jax.core.Tracer):
        return float(total)
    return total


def of_everybody(x, scale):
    return x * float(jnp.sum(jnp.ones(3)))


mapped = jax.vmap(of_everybody, in_axes=(0, None))


def never(x):
    return float(x)
