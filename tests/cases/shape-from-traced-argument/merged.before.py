# not executed: the originals raise at trace time
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnums=(2,))
def by_position(x, n, axis):
    return jnp.sum(jnp.tile(x, n), axis)  # want: JOL103 "`tile` needs the value of `n`"


@functools.partial(
    jax.jit,
    donate_argnums=(0,),  # A
)
def one_a_line(x, size):
    return x.reshape(size, -1)  # want: JOL103


@jax.jit
def pooled(x, mode):
    if mode == "max":  # want: JOL103 "the comparison with a string needs the value of `mode`"
        return jnp.max(x)
    return jnp.mean(x)


@jax.jit
def dropped(x, training):
    if training:  # want: JOL103 "the branch needs the value of `training`"
        return 0.9 * x
    return x


def use(x):
    return by_position(x, 3, 0), dropped(x, True), dropped(x, training=False), pooled(x, "max")
