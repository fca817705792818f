"""Synthetic seismograms: acoustic shots over a layered model, recorded at a few receivers."""
import argparse

import jax
import jax.numpy as jnp
import numpy as np


def layered_velocity(n):
    """Three layers and a salt body (km/s)."""
    y, x = np.mgrid[0:n, 0:n] / n
    v = np.where(y < 0.3, 1.5, np.where(y < 0.6 + 0.05 * np.sin(6 * x), 2.2, 3.0))
    v = np.where((x - 0.6) ** 2 + (y - 0.55) ** 2 < 0.01, 4.2, v)
    return v.astype(np.float32)


def sponge(n, width=20):
    edge = np.minimum(np.arange(n), np.arange(n)[::-1])
    damp = np.where(edge < width, np.exp(-(0.015 * (width - edge)) ** 2), 1.0)
    return (damp[:, None] * damp[None]).astype(np.float32)


def ricker(steps, dt, f0):
    t = np.arange(steps) * dt - 1.0 / f0
    a = (np.pi * f0 * t) ** 2
    return ((1 - 2 * a) * np.exp(-a)).astype(np.float32)


def laplacian(u):
    return (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1)
            + jnp.roll(u, -1, 1) - 4.0 * u)


@jax.jit
def shot(c2, damp, wavelet, source_x):
    """Wave field for all times [time, n, n] of a source at depth 4."""
    n = c2.shape[0]

    def step(carry, w):
        u, old = carry
        new = damp * (2.0 * u - damp * old + c2 * laplacian(u))
        new = new.at[4, source_x].add(w)
        return (new, u), new

    zero = jnp.zeros((n, n))
    _, field = jax.lax.scan(step, (zero, zero), wavelet)
    return field


def first_breaks(traces, dt):
    """Time of the first sample above a tenth of the trace maximum."""
    loud = np.abs(traces) > 0.1 * np.abs(traces).max(0, keepdims=True)
    return loud.argmax(0) * dt


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--n", type=int, default=320)
    ap.add_argument("--steps", type=int, default=600)
    ap.add_argument("--shots", type=int, default=8)
    args = ap.parse_args()

    dt, dx = 0.001, 0.01
    c2 = jax.device_put((layered_velocity(args.n) * dt / dx) ** 2)
    damp = jax.device_put(sponge(args.n))
    wavelet = jax.device_put(ricker(args.steps, dt, 12.0))
    receivers = np.arange(20, args.n - 20, 8)
    gathers = []
    for x in np.linspace(30, args.n - 30, args.shots).astype(np.int32):
        field = np.array(shot(c2, damp, wavelet, x))
        gathers.append(field[:, 6, receivers].copy())

    for i in range(0, args.shots, 3):
        picks = first_breaks(gathers[i], dt)
        print(f"shot {i}: first breaks {picks.min():.3f} .. {picks.max():.3f} s, "
              f"rms {np.sqrt(np.mean(gathers[i] ** 2)):.5f}")


if __name__ == "__main__":
    main()
