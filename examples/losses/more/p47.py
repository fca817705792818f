"""Throughput of separable against full 2-D filters at several sizes."""
import argparse
import time

import jax
import jax.numpy as jnp
import numpy as np


def gaussian(radius):
    x = np.arange(-radius, radius + 1)
    k = np.exp(-0.5 * (x / (0.4 * radius)) ** 2)
    return (k / k.sum()).astype(np.float32)


@jax.jit
def full(images, k):
    k2 = (k[:, None] * k[None])[None, None]
    return jax.lax.conv_general_dilated(images, k2, (1, 1), "SAME")


@jax.jit
def separable(images, k):
    rows = jax.lax.conv_general_dilated(images, k[None, None, :, None], (1, 1), "SAME")
    return jax.lax.conv_general_dilated(rows, k[None, None, None, :], (1, 1), "SAME")


@jax.jit
def through_fft(images, k):
    n = images.shape[-1] + k.shape[0] - 1
    k2 = jnp.fft.rfft2(k[:, None] * k[None], (n, n))
    out = jnp.fft.irfft2(jnp.fft.rfft2(images, (n, n)) * k2, (n, n))
    r = k.shape[0] // 2
    return out[..., r:r + images.shape[-1], r:r + images.shape[-1]]


def measure(fn, images, k, repeats):
    """Seconds per call: compile and warm up first, wait for the end of the last call."""
    out = fn(images, k).block_until_ready()
    start = time.perf_counter()
    for _ in range(repeats):
        out = fn(images, k)
    out.block_until_ready()
    return (time.perf_counter() - start) / repeats, out


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--size", type=int, default=192)
    ap.add_argument("--batch", type=int, default=4)
    ap.add_argument("--repeats", type=int, default=6)
    args = ap.parse_args()

    rng = np.random.default_rng(0)
    images = rng.random((args.batch, 1, args.size, args.size), dtype=np.float32)
    images = jax.device_put(images)
    for radius in (2, 5, 8):
        k = jax.device_put(gaussian(radius))
        reference = None
        for fn in (full, separable, through_fft):
            seconds, out = measure(fn, images, k, args.repeats)
            out = np.asarray(out)
            reference = out if reference is None else reference
            name = fn.__name__
            print(f"radius {radius:2d} {name:>12}: {1e3 * seconds:8.2f} ms, "
                  f"difference {np.abs(out - reference).max():.1e}")


if __name__ == "__main__":
    main()
