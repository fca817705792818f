import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3, 64)),)


def run(signals):
    """Low-pass: drop all but the eight lowest frequencies of real rows (at least 16 samples)."""
    n = signals.shape[1]
    spectrum = jnp.fft.rfft(signals, axis=1)
    spectrum = spectrum.at[:, 8:].set(0)
    return jnp.fft.irfft(spectrum, n=n, axis=1)
