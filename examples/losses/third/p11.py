"""Log-Gaussian Cox process on a line: elliptical slice sampling of the latent field."""
import numpy as np
import jax
import jax.numpy as jnp
from jax import lax

M = 320
GRID = jnp.linspace(0.0, 10.0, M)
CELL = 10.0 / M


def matern32(x, amp, ell):
    d = jnp.sqrt(3.0) * jnp.abs(x[:, None] - x[None, :]) / ell
    return amp ** 2 * (1 + d) * jnp.exp(-d)


def simulate_counts(seed=0):
    rng = np.random.default_rng(seed)
    x = np.asarray(GRID)
    rate = np.exp(2.5 + np.sin(1.3 * x) + 0.5 * np.cos(3.1 * x))
    return rng.poisson(rate * CELL).astype(np.float32)


def loglik(f, counts):
    eta = f + 2.5
    return jnp.sum(counts * eta - jnp.exp(eta) * CELL)


@jax.jit
def ess_step(f, key, counts, amp, ell):
    chol = jnp.linalg.cholesky(matern32(GRID, amp, ell) + 1e-4 * jnp.eye(M))
    k_nu, k_u, k_t, k_loop = jax.random.split(key, 4)
    nu = chol @ jax.random.normal(k_nu, (M,))
    level = loglik(f, counts) + jnp.log(jax.random.uniform(k_u))
    theta = jax.random.uniform(k_t, maxval=2 * jnp.pi)

    def propose(th):
        return f * jnp.cos(th) + nu * jnp.sin(th)

    def rejected(s):
        th, *_ = s
        return loglik(propose(th), counts) < level

    def shrink(s):
        th, lo, hi, k = s
        lo, hi = jnp.where(th < 0, th, lo), jnp.where(th < 0, hi, th)
        k, sub = jax.random.split(k)
        return jax.random.uniform(sub, minval=lo, maxval=hi), lo, hi, k

    th, *_ = lax.while_loop(rejected, shrink, (theta, theta - 2 * jnp.pi, theta, k_loop))
    return propose(th)


def main():
    counts = jnp.asarray(simulate_counts())
    amp, ell = 1.0, 0.8
    f = jnp.zeros(M)
    keys = jax.random.split(jax.random.key(6), 240)
    pending = []
    for i, key in enumerate(keys):
        f = ess_step(f, key, counts, amp, ell)
        if i >= 80 and i % 4 == 0:
            pending.append(f)
    draws = np.stack(jax.device_get(pending))
    mean, sd = draws.mean(0), draws.std(0)
    truth = np.sin(1.3 * np.asarray(GRID)) + 0.5 * np.cos(3.1 * np.asarray(GRID))
    print("posterior draws", len(draws))
    print("rmse of the field", np.sqrt(((mean - truth) ** 2).mean()).round(3), "mean sd", sd.mean().round(3))


if __name__ == "__main__":
    main()
