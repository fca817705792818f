from functools import partial

import jax


@jax.jit
def double(x):
    return 2 * x


@partial(jax.jit, static_argnums=1, donate_argnums=())
def scale(x, n):
    return x * n


square = jax.jit(lambda x: x * x)


def inputs(key):
    return (jax.random.normal(key, (4,)),)


def run(x):
    return double(x), scale(x, 3), square(x)
