from functools import partial

import jax
from jax.experimental import pjit as pj
from jax.experimental.pjit import pjit


@pjit  # want: JOL601
def double(x):
    return 2 * x


@partial(pj.pjit, static_argnums=1, donate_argnums=())  # want: JOL601 "`pj.pjit`"
def scale(x, n):
    return x * n


square = pjit(lambda x: x * x)  # want: JOL601


def inputs(key):
    return (jax.random.normal(key, (4,)),)


def run(x):
    return double(x), scale(x, 3), square(x)
