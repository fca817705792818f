"""Kernels that write to their outputs, and names that are free to be used for something else."""

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu


def double_kernel(x_ref, o_ref):
    o_ref[...] = 2 * x_ref[...]


def view_kernel(x_ref, o_ref):
    o_ref = o_ref.at[0]
    o_ref[...] = x_ref[...]


def input_kernel(x_ref, o_ref):
    o_ref[...] = x_ref[...]
    x_ref = 3


def scratch_kernel(x_ref, o_ref, acc_ref):
    acc_ref = jnp.zeros((8, 128))
    o_ref[...] = x_ref[...] + acc_ref


def handed_kernel(x_ref, o_ref):
    pltpu.sync_copy(x_ref, o_ref)
    o_ref = None


def written_kernel(x_ref, o_ref):
    @pl.when(pl.program_id(0) == 0)
    def _():
        o_ref[...] = jnp.zeros_like(o_ref)

    o_ref = x_ref


def plain(x_ref, o_ref):
    o_ref = x_ref
    return o_ref


def run(x):
    kind = jax.ShapeDtypeStruct(x.shape, x.dtype)
    y = pl.pallas_call(double_kernel, out_shape=kind)(x)
    y = pl.pallas_call(view_kernel, out_shape=kind)(y)
    y = pl.pallas_call(input_kernel, out_shape=kind)(y)
    y = pl.pallas_call(
        scratch_kernel, out_shape=kind, scratch_shapes=[pltpu.VMEM((8, 128), jnp.float32)]
    )(y)
    y = pl.pallas_call(handed_kernel, out_shape=kind)(y)
    return plain(y, pl.pallas_call(written_kernel, out_shape=kind)(y))
