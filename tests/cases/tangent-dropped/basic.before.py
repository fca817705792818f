# not executed: there is no fix
"""Values that are taken for derivatives."""

import jax
import jax.numpy as jnp


def acceleration(velocity, t, x):
    v = velocity(t, x)
    along = jax.jvp(lambda y: velocity(t, y), (x,), (v,))[0]  # want: JOL532 (warning) "not its derivative"
    return along + v


def value(f, x):
    y, _ = jax.jvp(f, (x,), (jnp.ones_like(x),))  # want: JOL532 (info) "nothing reads the derivative"
    return y
