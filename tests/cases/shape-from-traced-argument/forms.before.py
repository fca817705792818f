# not executed: the originals raise at trace time
from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def padded(x, n):
    return jnp.concatenate([x, jnp.zeros(n)])  # want: JOL103 "`zeros` needs the value of `n`"


@partial(jax.jit, donate_argnums=0)
def counted(x, steps):
    for i in range(steps):  # want: JOL103 "`range` needs the value of `steps`"
        x = x + i
    return x


@partial(jax.jit, static_argnames=("axis",))
def classes(labels, k, axis):
    return jax.nn.one_hot(labels, k, axis=axis)  # want: JOL103 "one_hot"


def grown(x, rows, columns):
    return jnp.full((rows + 1, columns), x)  # want: JOL103 JOL103


grown_fast = jax.jit(grown)
