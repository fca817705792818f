"""Jacobi relaxation of the heat equation on a 512 x 512 plate."""
import jax
import jax.numpy as jnp

SIZE, SWEEPS = 512, 2_000


def apply_boundary(u):
    u.at[0, :].set(100.0)
    u.at[-1, :].set(0.0)
    return u


def jacobi_sweep(u):
    interior = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:])
    return apply_boundary(u.at[1:-1, 1:-1].set(interior))


@jax.jit
def solve(u):
    return jax.lax.fori_loop(0, SWEEPS, lambda _, v: jacobi_sweep(v), u)


if __name__ == "__main__":
    plate = jnp.zeros((SIZE, SIZE))
    steady = solve(plate)
    print("mean temperature", float(steady.mean()), "top row", float(steady[0].mean()))
