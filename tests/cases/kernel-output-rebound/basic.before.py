# not executed: there is no fix
import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def shift_kernel(rows_ref, by_ref, out_ref, *, sign):
    rows = rows_ref[...]
    out_ref = rows + sign * by_ref[...]  # want: JOL872 "`out_ref` is bound to a new value"


def shift(rows, by):
    return pl.pallas_call(
        functools.partial(shift_kernel, sign=-1),
        out_shape=jax.ShapeDtypeStruct(rows.shape, rows.dtype),
    )(rows, by)


def moments_kernel(rows_ref, mean_ref, square_ref):
    rows = rows_ref[...]
    mean_ref[...] = jnp.mean(rows, keepdims=True)
    square_ref = jnp.mean(rows**2, keepdims=True)  # want: JOL872 "`square_ref`"
    square_ref = square_ref - mean_ref[...] ** 2


kind = jax.ShapeDtypeStruct((1, 1), jnp.float32)
moments = pl.pallas_call(moments_kernel, out_shape=(kind, kind))
