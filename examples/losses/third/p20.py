"""Lennard-Jones fluid in a periodic box, pair list refreshed now and then."""
import numpy as np
import jax
import jax.numpy as jnp

from pairlist import build_pairs

N, BOX, CUT, SKIN = 343, 8.6, 2.5, 0.4
DT = 0.003
MAX_PAIRS = 20000


def pair_energy(r2):
    inv6 = 1.0 / r2 ** 3
    shift = 4 * (1 / CUT ** 12 - 1 / CUT ** 6)
    return 4 * (inv6 * inv6 - inv6) - shift


def potential(x, pairs, mask):
    d = x[pairs[:, 0]] - x[pairs[:, 1]]
    d = d - BOX * jnp.round(d / BOX)
    r2 = jnp.where(mask, jnp.sum(d * d, -1), 4.0 * CUT ** 2)
    return jnp.sum(jnp.where(r2 < CUT ** 2, pair_energy(r2), 0.0))


@jax.jit
def integrate(x, v, pairs, mask):
    """Ten velocity-Verlet steps."""
    force = jax.grad(lambda y: -potential(y, pairs, mask))

    def step(c, _):
        x, v, f = c
        v = v + 0.5 * DT * f
        x = (x + DT * v) % BOX
        f = force(x)
        return (x, v + 0.5 * DT * f, f), None

    (x, v, _), _ = jax.lax.scan(step, (x, v, force(x)), None, length=10)
    return x, v


@jax.jit
def energies(x, v, pairs, mask):
    return potential(x, pairs, mask), 0.5 * jnp.sum(v * v)


def lattice(rng):
    g = (np.arange(7) + 0.5) * BOX / 7
    x = np.stack(np.meshgrid(g, g, g, indexing="ij"), -1).reshape(-1, 3)
    v = 0.9 * rng.standard_normal((N, 3))
    return (x + 0.02 * rng.standard_normal(x.shape)).astype(np.float32), (v - v.mean(0)).astype(np.float32)


def main():
    x, v = lattice(np.random.default_rng(8))
    for block in range(60):
        pairs, mask = build_pairs(np.asarray(x), BOX, CUT + SKIN, MAX_PAIRS)
        x, v = integrate(x, v, pairs, mask)
        if block % 15 == 14:
            pe, ke = energies(x, v, pairs, mask)
            print(f"t={DT * 10 * (block + 1):.2f}  U/N={float(pe) / N:.4f}  T={2 * float(ke) / (3 * N):.4f}")


if __name__ == "__main__":
    main()
