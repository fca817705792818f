"""Bootstrap particle filter for a stochastic volatility model."""

import jax
import jax.numpy as jnp
import numpy as np

PARTICLES = 2000


def synth_returns(n, phi, sigma, beta, rng):
    h = np.zeros(n)
    for t in range(1, n):
        h[t] = phi * h[t - 1] + sigma * rng.standard_normal()
    return (beta * np.exp(h / 2) * rng.standard_normal(n)).astype(np.float32), h


def log_weight(y, h, beta):
    scale = beta * jnp.exp(h / 2)
    return -0.5 * (y / scale) ** 2 - jnp.log(scale)


def systematic_resample(key, logw):
    """Indices of the survivors."""
    w = jax.nn.softmax(logw)
    u = (jnp.arange(PARTICLES) + jax.random.uniform(key)) / PARTICLES
    return jnp.clip(jnp.searchsorted(jnp.cumsum(w), u), 0, PARTICLES - 1)


def filter_step(carry, inp):
    key, h, phi, sigma, beta = carry
    y = inp
    key, k_move, k_resample = jax.random.split(key, 3)
    h = phi * h + sigma * jax.random.normal(k_move, h.shape)
    logw = log_weight(y, h, beta)
    evidence = jax.nn.logsumexp(logw) - jnp.log(PARTICLES)
    mean = jnp.sum(jax.nn.softmax(logw) * h)
    h = h[systematic_resample(k_resample, logw)]
    jitter = 0.01 * jax.random.normal(k_move, h.shape)
    return (key, h + jitter, phi, sigma, beta), (evidence, mean)


@jax.jit
def run(key, y, phi, sigma, beta):
    k_start, k_run = jax.random.split(key)
    h = sigma / jnp.sqrt(1 - phi ** 2) * jax.random.normal(k_start, (PARTICLES,))
    _, (evidence, means) = jax.lax.scan(filter_step, (k_run, h, phi, sigma, beta), y)
    return evidence.sum(), means


def main():
    rng = np.random.default_rng(2)
    y, h_true = synth_returns(500, 0.97, 0.2, 0.7, rng)
    y = jax.device_put(y)
    phis = [0.9, 0.95, 0.97, 0.99]
    sigmas = [0.1, 0.2, 0.4]
    grid = [(p, s) for p in phis for s in sigmas]
    keys = np.asarray(jax.random.split(jax.random.PRNGKey(1), len(grid)))
    out = [run(k, y, p, s, 0.7) for k, (p, s) in zip(keys, grid)]
    out = jax.device_get(out)
    best = int(np.argmax([ev for ev, _ in out]))
    for (p, s), (ev, means) in list(zip(grid, out))[::3]:
        err = np.sqrt(np.mean((means - h_true) ** 2))
        print(f"phi {p:.2f} sigma {s:.2f}: log evidence {ev:9.2f}, state error {err:.3f}")
    print("best", grid[best])


if __name__ == "__main__":
    main()
