"""Lattice-Boltzmann (D2Q9) flow past a cylinder."""
import argparse
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

VX = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
VY = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])
W = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4, np.float32)
OPPOSITE = np.array([0, 3, 4, 1, 2, 7, 8, 5, 6])


def equilibrium(rho, ux, uy):
    vx = VX.astype(np.float32)[:, None, None]
    vy = VY.astype(np.float32)[:, None, None]
    cu = 3.0 * (vx * ux + vy * uy)
    return W[:, None, None] * rho * (1.0 + cu + 0.5 * cu ** 2 - 1.5 * (ux ** 2 + uy ** 2))


def moments(f):
    rho = f.sum(0)
    ux = jnp.tensordot(VX.astype(np.float32), f, 1) / rho
    uy = jnp.tensordot(VY.astype(np.float32), f, 1) / rho
    return rho, ux, uy


def stream(f):
    return jnp.stack([jnp.roll(f[i], (VX[i], VY[i]), (0, 1)) for i in range(9)])


@partial(jax.jit, static_argnames="steps", donate_argnames="f")
def advance(f, solid, inflow, omega, steps):
    """Collide, bounce back at the solid, stream; several steps."""

    def body(_, f):
        rho, ux, uy = moments(f)
        post = f + omega * (equilibrium(rho, ux, uy) - f)
        post = jnp.where(solid, f[OPPOSITE], post)
        f = stream(post)
        return f.at[:, 0, :].set(inflow)

    return jax.lax.fori_loop(0, steps, body, f)


@jax.jit
def drag_and_vorticity(f):
    _, ux, uy = moments(f)
    curl = (jnp.roll(uy, -1, 0) - jnp.roll(uy, 1, 0)) - (jnp.roll(ux, -1, 1) - jnp.roll(ux, 1, 1))
    return ux.mean(), jnp.abs(curl).mean()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--nx", type=int, default=320)
    ap.add_argument("--ny", type=int, default=128)
    ap.add_argument("--rounds", type=int, default=8)
    args = ap.parse_args()

    x, y = np.mgrid[0:args.nx, 0:args.ny]
    solid = (x - args.nx // 5) ** 2 + (y - args.ny // 2) ** 2 < (args.ny // 9) ** 2
    speed = 0.08 * (1 + 1e-3 * np.sin(2 * np.pi * y / args.ny))
    start = jax.jit(equilibrium)(np.ones_like(speed, np.float32), speed.astype(np.float32),
                                 np.zeros_like(speed, np.float32))
    inflow = jax.device_put(np.asarray(start)[:, 0, :].copy())
    solid = jax.device_put(solid)
    f = start
    for r in range(1, args.rounds + 1):
        f = advance(f, solid, inflow, 1.7, steps=50)
        speed_mean, curl = drag_and_vorticity(f)
        print(f"step {50 * r}: mean speed {float(speed_mean):.5f}, |curl| {float(curl):.6f}")


if __name__ == "__main__":
    main()
