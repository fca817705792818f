"""Price an average-rate option on two assets by Monte Carlo."""

import jax
import jax.numpy as jnp
import numpy as np

PATHS = 8_000
DAYS = 126
BATCHES = 40
S0 = jnp.array([100.0, 95.0])
VOL = jnp.array([0.2, 0.3])
RATE = 0.02
CORR = 0.4


class PathGenerator:
    def __init__(self, seed):
        self.seed = seed
        self.dt = 1.0 / 252.0

    def shocks(self):
        key = jax.random.PRNGKey(self.seed)
        return correlated_normals(key)

    def paths(self):
        z = self.shocks()
        return geometric_paths(z, self.dt)


@jax.jit
def correlated_normals(key):
    z = jax.random.normal(key, (DAYS, PATHS, 2))
    second = CORR * z[..., 0] + jnp.sqrt(1.0 - CORR**2) * z[..., 1]
    return jnp.stack([z[..., 0], second], axis=-1)


@jax.jit
def geometric_paths(z, dt):
    increments = (RATE - 0.5 * VOL**2) * dt + VOL * jnp.sqrt(dt) * z
    return S0 * jnp.exp(jnp.cumsum(increments, axis=0))


@jax.jit
def discounted_payoff(paths):
    basket = paths.mean(axis=(0, 2))
    payoff = jnp.maximum(basket - 98.0, 0.0)
    return jnp.exp(-RATE * DAYS / 252.0) * payoff.mean()


def main():
    generator = PathGenerator(seed=11)
    prices = []
    for _ in range(BATCHES):
        prices.append(discounted_payoff(generator.paths()))
    prices = np.asarray(jnp.stack(prices))
    print("price %.4f +- %.4f" % (prices.mean(), prices.std(ddof=1) / np.sqrt(BATCHES)))


if __name__ == "__main__":
    main()
