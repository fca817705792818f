from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("kernel_size", "mode"))
def smooth(x, kernel_size: int, mode: str = "box"):
    if mode == "box":
        kernel = jnp.ones(kernel_size) / kernel_size
    elif mode == "triangle":
        ramp = jnp.minimum(jnp.arange(1, kernel_size + 1), jnp.arange(kernel_size, 0, -1))
        kernel = ramp / ramp.sum()
    else:
        raise ValueError(f"unknown mode {mode!r}")
    return jax.vmap(lambda row: jnp.convolve(row, kernel, mode="same"))(x)


def run(batches):
    out = []
    for b in batches:
        out.append(smooth(b, 9, mode="triangle"))
    return jnp.concatenate(out)
