import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (16,)), 3


def run(signal, keep):
    """Low-pass filter: keep the frequencies within `keep` bins of zero."""
    n = signal.shape[0]
    distance = jnp.fft.ifftshift(jnp.abs(jnp.arange(n) - n // 2))
    return jnp.fft.ifft(jnp.where(distance <= keep, jnp.fft.fft(signal), 0)).real
