"""Simulated annealing of a 2-D spin glass, checkerboard updates, many replicas."""
from functools import partial
import numpy as np
import jax
import jax.numpy as jnp

L = 48
REPLICAS = 96


class SpinGlass:
    def __init__(self, seed=0):
        rng = np.random.default_rng(seed)
        self.jx = jnp.asarray(rng.choice([-1.0, 1.0], (L, L)), jnp.float32)
        self.jy = jnp.asarray(rng.choice([-1.0, 1.0], (L, L)), jnp.float32)
        i, j = np.indices((L, L))
        self.colour = jnp.asarray((i + j) % 2)
        self.beta = 0.1

    def local_field(self, s):
        return (self.jx * jnp.roll(s, -1, -1) + jnp.roll(self.jx * s, 1, -1)
                + self.jy * jnp.roll(s, -1, -2) + jnp.roll(self.jy * s, 1, -2))

    def energy(self, s):
        bonds = self.jx * s * jnp.roll(s, -1, -1) + self.jy * s * jnp.roll(s, -1, -2)
        return -bonds.sum((-1, -2)) / (L * L)

    @partial(jax.jit, static_argnums=0)
    def sweeps(self, s, key):
        def half(s, colour, k):
            p_up = jax.nn.sigmoid(2 * self.beta * self.local_field(s))
            new = jnp.where(jax.random.uniform(k, s.shape) < p_up, 1.0, -1.0)
            return jnp.where(self.colour == colour, new, s)

        def sweep(s, k):
            k0, k1 = jax.random.split(k)
            return half(half(s, 0, k0), 1, k1), None

        return jax.lax.scan(sweep, s, jax.random.split(key, 10))[0]


def anneal(model, key, betas):
    key, sub = jax.random.split(key)
    s = jnp.where(jax.random.bernoulli(sub, 0.5, (REPLICAS, L, L)), 1.0, -1.0)
    for beta in betas:
        key, sub = jax.random.split(key)
        model.beta = float(beta)
        s = model.sweeps(s, sub)
    return s


def main():
    model = SpinGlass()
    betas = np.linspace(0.1, 3.0, 60)
    s = anneal(model, jax.random.key(1), betas)
    e = np.asarray(jax.jit(model.energy)(s))
    print("beta range", betas[0], betas[-1], "steps", len(betas))
    print("best energy/site", e.min().round(4), "mean", e.mean().round(4))


if __name__ == "__main__":
    main()
