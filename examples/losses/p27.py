"""Bootstrap particle filter for a stochastic-volatility series."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

PARTICLES = 4000
LENGTH = 500
PHI, SIGMA, BETA = 0.97, 0.2, 0.6


@partial(jax.jit, static_argnames="length")
def simulate(key, length):
    def body(h, k):
        k1, k2 = jax.random.split(k)
        h = PHI * h + SIGMA * jax.random.normal(k1)
        return h, (h, BETA * jnp.exp(0.5 * h) * jax.random.normal(k2))

    return jax.lax.scan(body, jnp.float32(0.0), jax.random.split(key, length))[1]


@jax.jit
def particle_filter(key, observed, phi):
    def body(h, inp):
        y, k = inp
        k_move, k_pick = jax.random.split(k)
        h = phi * h + SIGMA * jax.random.normal(k_move, h.shape)
        logw = -0.5 * (h + (y / BETA) ** 2 * jnp.exp(-h))
        top = logw.max()
        w = jnp.exp(logw - top)
        cumulative = jnp.cumsum(w)
        points = (jnp.arange(PARTICLES) + jax.random.uniform(k_pick)) / PARTICLES
        idx = jnp.searchsorted(cumulative, points * cumulative[-1])
        mean = jnp.sum(w * h) / cumulative[-1]
        return h[jnp.clip(idx, 0, PARTICLES - 1)], (mean, top + jnp.log(w.mean()))

    k0, k1 = jax.random.split(key)
    h0 = SIGMA / jnp.sqrt(1 - PHI**2) * jax.random.normal(k0, (PARTICLES,))
    _, (means, terms) = jax.lax.scan(body, h0, (observed, jax.random.split(k1, observed.shape[0])))
    return means, terms.sum()


def main():
    k_data, k_filter = jax.random.split(jax.random.PRNGKey(0))
    hidden, observed = simulate(k_data, LENGTH)
    grid = jnp.array([0.9, 0.95, 0.97, 0.99])
    keys = jax.random.split(k_filter, len(grid))
    means, scores = jax.vmap(particle_filter, in_axes=(0, None, 0))(keys, observed, grid)
    means, scores, hidden = jax.device_get((means, scores, hidden))
    print("log likelihood", np.round(scores, 2))
    print("tracking rmse %.3f" % np.sqrt(np.mean((means[2] - hidden) ** 2)))


if __name__ == "__main__":
    main()
