"""Low-pass filter of a real signal.

``run(x, keep)`` zeroes all but the ``keep`` lowest frequencies of the 1-D
signal x (any length) and returns the filtered signal, of the same length.
"""
import jax
import jax.numpy as jnp


def run(x, keep=3):
    n = x.shape[0]
    f = jnp.fft.fft(x)
    k = jnp.minimum(jnp.arange(n), n - jnp.arange(n))
    return jnp.real(jnp.fft.ifft(jnp.where(k < keep, f, 0.0)))


def inputs(key):
    return jax.random.normal(key, (16,)), 3
