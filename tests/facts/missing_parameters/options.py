from functools import partial

import jax
from helpers import counted


@partial(jax.jit, static_argnames=("size", "train"))  # fact: missing_parameters static_argnames train, not of padded
def padded(x, size):
    return x[:size]


@partial(jax.jit, static_argnums=(0, 2))
@counted
def unknown(x):
    return x


first = jax.jit(lambda x: x, donate_argnums=1)  # fact: missing_parameters donate_argnums 1, not of lambda
rest = jax.jit(lambda *xs: xs[0], donate_argnums=1)
