# not executed: the keywords are gone
import functools

import jax
import jax.numpy as jnp
from jax.numpy import clip


def bounded(x, f, shapes):
    low = jnp.clip(x, a_min=0.0)  # want: JOL704 "`clip` takes no `a_min` since JAX 0.10.0"
    high = clip(a=x, a_min=0.0, a_max=1.0)  # want: JOL704 "takes no `a`, `a_min` or `a_max` since"
    cut = functools.partial(jnp.clip, a_max=3.0)(x)  # want: JOL704
    flat = jnp.reshape(x, newshape=(-1,))  # want: JOL704
    order = jnp.argsort(x, kind="stable", axis=0)  # want: JOL704
    half = jnp.quantile(x, 0.5, interpolation="nearest")  # want: JOL704
    chosen = jnp.where(condition=x > 0, x=low, y=high)  # want: JOL704
    swapped = jnp.where(y=high, condition=x > 0, x=low)  # want: JOL704
    called = jax.pure_callback(f, x, x, vectorized=True)  # want: JOL704
    other = jax.pure_callback(f, x, x, vectorized=shapes)  # want: JOL704
    mesh = jax.make_mesh(axis_shapes=(4, 2), axis_names=("X", "Y"))  # want: JOL704 JOL704 "axis_shapes"
    again = jax.checkpoint(f, concrete=False)  # want: JOL704
    fixed = jax.checkpoint(f, concrete=True)  # want: JOL704
    # B
    return cut, flat, order, half, chosen, swapped, called, other, mesh, again, fixed
