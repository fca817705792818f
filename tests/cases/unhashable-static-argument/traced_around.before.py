# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=["rows", "cutoff", "with_grid"])
def lowpass(rows, width, cutoff, with_grid=False):
    grid = jnp.fft.rfftfreq(rows)
    kernel = jnp.where(grid <= cutoff, jnp.exp(-((grid * width) ** 2)), 0.0)
    return (kernel, grid) if with_grid else kernel


@jax.jit
def smooth(signal, width, cutoff):
    kernel = lowpass(signal.shape[0], width, cutoff)  # want: JOL106 "`cutoff` is given a traced value"
    return jnp.fft.irfft(jnp.fft.rfft(signal) * kernel, signal.shape[0])


@jax.jit
def smooth_twice(signal, width, cutoff):
    half = cutoff / 2
    kernel = lowpass(signal.shape[0], width, half)  # want: JOL106 "`cutoff`"
    return kernel * lowpass(signal.shape[0], width, cutoff=0.5 * cutoff)  # want: JOL106 "the call raises ValueError"


def pad(x, amount):
    return jnp.pad(x, amount + 1)


padded = jax.jit(pad, static_argnums=1)


@jax.jit
def pad_all(rows, amount):
    return jax.vmap(lambda row: padded(row, amount))(rows)  # want: JOL106 "`amount`"
