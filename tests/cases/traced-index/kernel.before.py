# not executed: the fix is yours
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def rows_kernel(start_ref, x_ref, out_ref):
    start = start_ref[0]
    out_ref[...] = jnp.sum(x_ref[start : start + 8], axis=0)  # want: JOL820 "TracerBoolConversionError of a `Ref`"


def rows(start, x):
    return pl.pallas_call(
        rows_kernel, out_shape=jax.ShapeDtypeStruct((x.shape[1],), x.dtype)
    )(start, x)
