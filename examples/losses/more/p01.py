"""Denoise a long recording block by block with an adaptive (NLMS) filter bank."""
import time

import jax
import jax.numpy as jnp
import numpy as np

RATE = 16000
BLOCK = 4096
TAPS = 32
BANDS = 16


def synth_recording(seconds, rng):
    """Speech-like bursts plus hum, and the reference microphone."""
    t = np.arange(int(seconds * RATE)) / RATE
    hum = np.sin(2 * np.pi * 50 * t) + 0.5 * np.sin(2 * np.pi * 150 * t + 1.0)
    voice = np.sin(2 * np.pi * 220 * t) * (np.sin(2 * np.pi * 0.7 * t) > 0)
    noise = 0.05 * rng.standard_normal(t.size)
    return (voice + hum + noise).astype(np.float32), hum.astype(np.float32)


def band_gains():
    """Mixing of the reference into bands with different delays."""
    return np.linspace(0.5, 1.5, BANDS).astype(np.float32)


@jax.jit
def nlms_block(weights, history, primary, reference, gains):
    """One block, sample by sample (weights: [bands, taps])."""

    def sample(carry, xs):
        w, hist = carry
        d, x = xs
        hist = jnp.concatenate([x[None], hist[:-1]])
        u = gains[:, None] * hist[None, :]
        y = jnp.sum(w * u, 1)
        e = d - y
        w = w + 0.05 * e[:, None] * u / (jnp.sum(u * u, 1, keepdims=True) + 1e-3)
        return (w, hist), jnp.mean(e)

    (weights, history), err = jax.lax.scan(sample, (weights, history), (primary, reference))
    return weights, history, err


def condition(block, rng):
    """Host-side conditioning: dither, de-click by a running median, spectral floor."""
    block = block + 1e-4 * rng.standard_normal(block.size)
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(block, 10, mode="edge"), 21)
    med = np.median(windows, axis=1)
    click = np.abs(block - med) > 0.9
    block = np.where(click, med, block)
    spec = np.fft.rfft(block)
    mag = np.maximum(np.abs(spec), 1e-3)
    return np.fft.irfft(mag * np.exp(1j * np.angle(spec)), block.size).astype(np.float32)


def main(seconds=240):
    rng = np.random.default_rng(2)
    primary, reference = synth_recording(seconds, rng)
    gains = jnp.asarray(band_gains())
    weights = jnp.zeros((BANDS, TAPS))
    history = jnp.zeros(TAPS)
    start = time.time()
    out = []
    for i in range(len(primary) // BLOCK):
        part = slice(i * BLOCK, (i + 1) * BLOCK)
        clean = condition(primary[part], rng)
        weights, history, err = nlms_block(weights, history, clean, reference[part], gains)
        err.block_until_ready()
        out.append(err)

    out = np.concatenate([np.asarray(e) for e in out])
    print(f"{len(out) / RATE:.1f} s of audio in {time.time() - start:.1f} s")
    for k in np.array_split(out, 4):
        print(f"rms {np.sqrt(np.mean(k ** 2)):.4f}")


if __name__ == "__main__":
    main()
