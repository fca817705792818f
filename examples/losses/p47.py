"""Steady heat flow by damped Jacobi sweeps, residual checked now and then."""

from functools import partial

import jax
import jax.numpy as jnp

N = 128
MAX_SWEEPS = 30_000
CHECK_EVERY = 1000
TOLERANCE = 5e-3


def neighbours(u):
    padded = jnp.pad(u, 1)
    return padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]


@partial(jax.jit, donate_argnums=0)
def relax(u, source):
    def body(_, u):
        return u + 0.9 * (0.25 * (neighbours(u) + source) - u)

    u = jax.lax.fori_loop(0, CHECK_EVERY, body, u)
    residual = jnp.abs(neighbours(u) + source - 4 * u).max()
    return u, residual


def main():
    axis = jnp.linspace(0, 1, N)
    source = jnp.exp(-((axis[:, None] - 0.3) ** 2 + (axis[None, :] - 0.6) ** 2) / 0.01)
    u = jnp.zeros((N, N))
    for sweep in range(0, MAX_SWEEPS, CHECK_EVERY):
        u, residual = relax(u, source)
        residual = float(residual)
        if residual < TOLERANCE:
            break
    print("sweeps", sweep + CHECK_EVERY, "residual %.2e" % residual)
    print("hottest point %.3f" % float(u.max()))


if __name__ == "__main__":
    main()
