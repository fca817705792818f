"""Buoyant smoke in a box: semi-Lagrangian advection and a Jacobi pressure solve."""

import jax
import jax.numpy as jnp
import numpy as np

N = 80
STEPS = 40
PRESSURE_ITERS = 20
BUOYANCY = 0.15
VISCOSITY = 0.02


def sample(field, y, x):
    """Bilinear interpolation with clamped coordinates."""
    y = jnp.clip(y, 0.0, N - 1.001)
    x = jnp.clip(x, 0.0, N - 1.001)
    y0 = jnp.floor(y).astype(int)
    x0 = jnp.floor(x).astype(int)
    fy, fx = y - y0, x - x0
    return (
        field[y0, x0] * (1 - fy) * (1 - fx)
        + field[y0 + 1, x0] * fy * (1 - fx)
        + field[y0, x0 + 1] * (1 - fy) * fx
        + field[y0 + 1, x0 + 1] * fy * fx
    )


# Loss 2 (eager): `advect` ran operation by operation.
@jax.jit
def advect(field, u, v, dt):
    yy, xx = jnp.meshgrid(jnp.arange(N), jnp.arange(N), indexing="ij")
    return sample(field, yy - dt * v, xx - dt * u)


def diffuse(field, dt):
    lap = (
        jnp.roll(field, 1, 0)
        + jnp.roll(field, -1, 0)
        + jnp.roll(field, 1, 1)
        + jnp.roll(field, -1, 1)
        - 4 * field
    )
    return field + VISCOSITY * dt * lap


# Loss 3 (eager): `set_walls` ran operation by operation; it is a part of `project` now.
def set_walls(u, v):
    u = u.at[:, 0].set(0.0)
    u = u.at[:, -1].set(0.0)
    v = v.at[0, :].set(0.0)
    v = v.at[-1, :].set(0.0)
    return u, v


def divergence(u, v):
    div = jnp.zeros((N, N))
    div = div.at[1:-1, 1:-1].set(
        0.5 * (u[1:-1, 2:] - u[1:-1, :-2] + v[2:, 1:-1] - v[:-2, 1:-1])
    )
    return div


# Loss 1 (eager): `project` ran operation by operation. It is compiled, its loop as a `fori_loop`.
@jax.jit
def project(u, v):
    div = divergence(u, v)

    def sweep(_, p):
        p = p.at[1:-1, 1:-1].set(
            0.25 * (p[1:-1, 2:] + p[1:-1, :-2] + p[2:, 1:-1] + p[:-2, 1:-1] - div[1:-1, 1:-1])
        )
        p = p.at[0, :].set(p[1, :])
        p = p.at[-1, :].set(p[-2, :])
        p = p.at[:, 0].set(p[:, 1])
        return p.at[:, -1].set(p[:, -2])

    p = jax.lax.fori_loop(0, PRESSURE_ITERS, sweep, jnp.zeros((N, N)))
    u = u.at[1:-1, 1:-1].add(-0.5 * (p[1:-1, 2:] - p[1:-1, :-2]))
    v = v.at[1:-1, 1:-1].add(-0.5 * (p[2:, 1:-1] - p[:-2, 1:-1]))
    return set_walls(u, v)


def choose_dt(u, v):
    speed = max(float(jnp.max(jnp.abs(u))), float(jnp.max(jnp.abs(v))))
    return min(1.0, 2.0 / (speed + 1e-6))


def source(smoke, key):
    """A flickering inlet near the floor."""
    flicker = 0.9 + 0.2 * jax.random.uniform(key)
    yy, xx = np.mgrid[0:N, 0:N]
    blob = np.exp(-((yy - 8) ** 2 + (xx - N // 2) ** 2) / 18.0)
    return jnp.minimum(smoke + 0.4 * flicker * jnp.array(blob), 1.0)


def main():
    key = jax.random.PRNGKey(0)
    u = jnp.zeros((N, N))
    v = jnp.zeros((N, N))
    smoke = jnp.zeros((N, N))
    frames, energies, times = [], [], []
    t = 0.0
    for step in range(STEPS):
        dt = choose_dt(u, v)
        key, sub = jax.random.split(key)
        smoke = source(smoke, sub)
        v = v + dt * BUOYANCY * smoke
        u, v = diffuse(u, dt), diffuse(v, dt)
        u, v = project(u, v)
        u, v = advect(u, u, v, dt), advect(v, u, v, dt)
        u, v = project(u, v)
        smoke = advect(smoke, u, v, dt)
        t += dt

        if jnp.isnan(u).any() or jnp.isnan(v).any():
            print("blew up at", step)
            break
        frames.append(np.array(smoke))
        energies.append(float(0.5 * jnp.sum(u**2 + v**2)))
        times.append(t)
        if step % 20 == 0:
            print(f"step {step:3d} t={t:.2f} energy {energies[-1]:.4f} smoke {float(smoke.sum()):.2f}")

    height = np.array([(f.sum(1) * np.arange(N)).sum() / f.sum() for f in frames])
    print("plume height every 20 frames:", np.round(height[::20], 2))
    print(f"final energy: {energies[-1]:.1f}")


if __name__ == "__main__":
    main()
