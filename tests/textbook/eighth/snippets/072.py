"""Spectral features over sliding windows of a 10-second, 16 kHz recording."""
import jax
import jax.numpy as jnp

SAMPLES = 160_000
WINDOW, HOP = 1024, 256


@jax.jit
def log_spectrogram(signal):
    starts = jnp.arange(0, SAMPLES, HOP)
    taper = jnp.hanning(WINDOW)

    def one_window(start):
        frame = jax.lax.dynamic_slice(signal, (start,), (WINDOW,))
        power = jnp.abs(jnp.fft.rfft(frame * taper)) ** 2
        return jnp.log(power + 1e-6)

    return starts, jax.vmap(one_window)(starts)


def onset_strength(spec):
    return jnp.maximum(jnp.diff(spec, axis=0), 0.0).sum(axis=1)


if __name__ == "__main__":
    t = jnp.arange(SAMPLES) / 16_000
    noise = 0.05 * jax.random.normal(jax.random.key(0), (SAMPLES,))
    signal = jnp.sin(2 * jnp.pi * 440.0 * t) * (t > 5.0) + noise
    starts, spec = log_spectrogram(signal)
    onsets = onset_strength(spec)
    print("frames", spec.shape, "onset at s:", float(starts[1:][jnp.argmax(onsets)] / 16_000))
