import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3, 64)),)


def run(signals):
    """Low-pass: drop all but the eight lowest frequencies of real rows (at least 16 samples)."""
    n = signals.shape[1]
    keep = jnp.minimum(jnp.arange(n), n - jnp.arange(n)) < 8
    return jnp.stack([jnp.fft.ifft(jnp.where(keep, jnp.fft.fft(s), 0)).real for s in signals])
