"""Two-dimensional advection-diffusion of a tracer under a gusty wind."""

import jax
import jax.numpy as jnp
import numpy as np

N = 256
SUBSTEPS = 24
DT = 0.025
NU = 0.8
STEPS = 200


class GustModel:
    """Sum of slowly moving eddies, sampled on the grid for each step."""

    def __init__(self, n_eddies, seed):
        rng = np.random.default_rng(seed)
        self.centres = rng.uniform(0, N, size=(n_eddies, 2))
        self.drift = rng.normal(0, 0.8, size=(n_eddies, 2))
        self.strength = rng.normal(0, 1.0, size=n_eddies)
        self.radius = rng.uniform(10, 30, size=n_eddies)
        self.grid = np.arange(N, dtype=np.float32)

    def velocity(self, step):
        u = np.zeros((N, N), dtype=np.float32)
        v = np.zeros((N, N), dtype=np.float32)
        centres = (self.centres + step * DT * self.drift) % N
        for (cy, cx), s, r in zip(centres, self.strength, self.radius):
            dy = self.grid - np.float32(cy)
            dx = self.grid - np.float32(cx)
            ey = np.exp(-(dy**2) / np.float32(r**2))
            ex = np.exp(-(dx**2) / np.float32(r**2))
            swirl = np.float32(s) * np.outer(ey, ex)
            u += -dy[:, None] / np.float32(r) * swirl
            v += dx[None, :] / np.float32(r) * swirl
        return u, v


def derivative(c, u, v):
    north, south = jnp.roll(c, 1, 0), jnp.roll(c, -1, 0)
    west, east = jnp.roll(c, 1, 1), jnp.roll(c, -1, 1)
    lap = north + south + west + east - 4 * c
    adv = u * (east - west) / 2 + v * (south - north) / 2
    return NU * lap - adv


@jax.jit
def advance(c, u, v):
    def body(c, _):
        k1 = derivative(c, u, v)
        k2 = derivative(c + 0.5 * DT * k1, u, v)
        return c + DT * k2, None

    c, _ = jax.lax.scan(body, c, None, length=SUBSTEPS)
    return c


def main():
    gusts = GustModel(24, seed=2)
    y, x = np.mgrid[0:N, 0:N]
    c = jnp.asarray(np.exp(-((x - 128) ** 2 + (y - 128) ** 2) / 200.0).astype(np.float32))
    mass0 = float(c.sum())
    for step in range(STEPS):
        u, v = gusts.velocity(step)
        c = advance(c, u, v)
        if jnp.any(jnp.isnan(c)):
            raise FloatingPointError(f"solution blew up at step {step}")
    print("relative mass %.4f" % (float(c.sum()) / mass0))
    print("peak concentration %.4f" % float(c.max()))


if __name__ == "__main__":
    main()
