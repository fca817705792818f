"""Kernels of Pallas write to what they are given, whoever hands it in."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def kernel(x_ref, out_ref, scratch_ref, *, block):
    @pl.when(pl.program_id(0) == 0)
    def start():
        scratch_ref[:, :] = jnp.zeros(scratch_ref.shape, scratch_ref.dtype)

    scratch_ref[:, :] += x_ref[:, :]
    out_ref[:, :] = scratch_ref[:, :] * block
    # Other views of a reference are stored to as well.
    scratch_ref.at[0].bitcast(jnp.int32).reshape(2, 4)[...] = jnp.zeros((2, 4), jnp.int32)


def scaled(x, block):
    body = partial(kernel, block=block)
    out = [jax.ShapeDtypeStruct(x.shape, x.dtype)] * 2
    return pl.pallas_call(body, out_shape=out, grid=(4,))(x)[0]
