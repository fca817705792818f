import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

BLOCK = 128


def axpy_kernel(x_ref, y_ref, o_ref, *, alpha):
    x = x_ref[...]
    y = y_ref[...]
    o_ref = alpha * x + y


@functools.partial(jax.jit, static_argnames=("alpha",))
def axpy(x, y, alpha=2.0):
    spec = pl.BlockSpec((BLOCK,), lambda i: (i,))
    return pl.pallas_call(
        functools.partial(axpy_kernel, alpha=alpha),
        grid=(x.shape[0] // BLOCK,),
        in_specs=[spec, spec],
        out_specs=spec,
        out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
        interpret=jax.default_backend() == "cpu",
    )(x, y)


if __name__ == "__main__":
    x = jnp.arange(1024, dtype=jnp.float32)
    y = jnp.ones((1024,), dtype=jnp.float32)
    print(axpy(x, y)[:5], (2.0 * x + y)[:5])
