"""Donated buffers in a long diffusion simulation on a 2048 x 2048 grid."""
from functools import partial

import jax
import jax.numpy as jnp

SIZE, STEPS, REPORT = 2048, 5_000, 1_000
DIFFUSION_U, DIFFUSION_V, FEED, KILL = 0.16, 0.08, 0.035, 0.065


def laplacian(f):
    shifted = sum(jnp.roll(f, s, axis) for s in (-1, 1) for axis in (0, 1))
    return shifted - 4.0 * f


@partial(jax.jit, donate_argnames=("u", "v"))
def gray_scott_step(u, v):
    reaction = u * v * v
    du = DIFFUSION_U * laplacian(u) - reaction + FEED * (1.0 - u)
    dv = DIFFUSION_V * laplacian(v) + reaction - (FEED + KILL) * v
    return u + du, v + dv


def initial_state():
    u = jnp.ones((SIZE, SIZE))
    v = jnp.zeros((SIZE, SIZE))
    center = slice(SIZE // 2 - 50, SIZE // 2 + 50)
    return u.at[center, center].set(0.5), v.at[center, center].set(0.25)


if __name__ == "__main__":
    u, v = initial_state()
    for step in range(STEPS):
        u, v = gray_scott_step(u, v)
        if step % REPORT == 0:
            print(step, float(u.mean()), float(v.mean()))
    print("final", float(v.max()))
