"""Gray-Scott pattern formation, with the total mass tracked in high precision."""

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp
import numpy as np

N = 400
STEPS = 600
FEED, KILL = np.float32(0.037), np.float32(0.06)

STENCIL = np.array([[0.05, 0.2, 0.05], [0.2, -1.0, 0.2], [0.05, 0.2, 0.05]])


def initial_fields(seed):
    rng = np.random.default_rng(seed)
    u = np.ones((N, N), dtype=np.float32)
    v = np.zeros((N, N), dtype=np.float32)
    for _ in range(30):
        r, c = rng.integers(10, N - 10, size=2)
        u[r - 5 : r + 5, c - 5 : c + 5] = 0.5
        v[r - 5 : r + 5, c - 5 : c + 5] = 0.25
    return jnp.asarray(u), jnp.asarray(v)


def laplacian(x):
    total = 0.0
    for i, dy in enumerate((-1, 0, 1)):
        for j, dx in enumerate((-1, 0, 1)):
            total = total + STENCIL[i, j] * jnp.roll(x, (dy, dx), (0, 1))
    return total


def react(u, v):
    uvv = u * v * v
    du = 0.16 * laplacian(u) - uvv + FEED * (1 - u)
    dv = 0.08 * laplacian(v) + uvv - (FEED + KILL) * v
    return u + du, v + dv


@jax.jit
def advance(u, v):
    def body(_, fields):
        return react(*fields)

    u, v = react(u, v)
    return jax.lax.fori_loop(0, 49, body, (u, v))


@jax.jit
def total_mass(u, v):
    return jnp.sum(u, dtype=jnp.float64) + jnp.sum(v, dtype=jnp.float64)


def main():
    u, v = initial_fields(0)
    masses = [total_mass(u, v)]
    for _ in range(STEPS // 50):
        u, v = advance(u, v)
        masses.append(total_mass(u, v))
    masses = jax.device_get(masses)
    print("mass %.6f -> %.6f" % (masses[0], masses[-1]))
    print("pattern contrast %.4f" % float(v.std()))


if __name__ == "__main__":
    main()
