# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnames=("params", "ema"))
def step(params, ema, x):
    params = jax.tree.map(lambda p: p - 0.1 * x, params)
    return params, jax.tree.map(lambda e, p: 0.9 * e + 0.1 * p, ema, params)


@partial(jax.jit, donate_argnums=0)
def mix(a, b):
    return a + b


def fit(params, batches):
    ema = jax.tree.map(lambda p: p, params)  # want: JOL320 (error) "the same arrays"
    for x in batches:
        params, ema = step(params, ema, x)
    return params, ema


def doubled():
    x = jnp.ones(3)
    return mix(x, x)  # want: JOL320 "is given twice"


def begun(params, x):
    ema = dict(params)  # want: JOL320 "one buffer to give away"
    return step(params, ema, x)
