import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def kernel(x_ref, o_ref):
    def body(i, total):
        row = x_ref[i, :]
        o_ref[i, :] = row * 2
        return total + jnp.sum(row)

    total = jax.lax.fori_loop(0, 8, body, 0.0)

    @pl.when(total > 0)
    def _():
        o_ref[0, :] = jnp.zeros_like(x_ref[0, :])


def doubled(x):
    return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)
