"""Metropolis sampling of a tilted double-well density in one dimension."""

import jax
import jax.numpy as jnp
import numpy as np

CHAINS = 1024
STEPS = 4000
SCALE = 0.9


def log_density(x):
    return -2.0 * (x**2 - 1.0) ** 2 + 0.25 * x


def propose(key, x):
    return x + SCALE * jax.random.normal(key, x.shape)


def accept(key, x, candidate):
    log_ratio = log_density(candidate) - log_density(x)
    u = jax.random.uniform(key, x.shape)
    return jnp.log(u) < log_ratio


def metropolis(x, key):
    candidate = propose(key, x)
    ok = accept(key, x, candidate)
    x = jnp.where(ok, candidate, x)
    return x, (x, ok.mean())


@jax.jit
def run(key):
    k_init, k_chain = jax.random.split(key)
    x0 = jax.random.normal(k_init, (CHAINS,))
    return jax.lax.scan(metropolis, x0, jax.random.split(k_chain, STEPS))[1]


def exact_mean():
    grid = np.linspace(-4, 4, 4001)
    weight = np.exp(-2.0 * (grid**2 - 1.0) ** 2 + 0.25 * grid)
    return float((grid * weight).sum() / weight.sum())


def main():
    samples, rates = run(jax.random.PRNGKey(0))
    kept = np.asarray(samples[STEPS // 2 :])
    print("acceptance %.3f" % float(rates.mean()))
    print("mean %.4f (quadrature %.4f)" % (kept.mean(), exact_mean()))
    print("share in the right well %.3f" % (kept > 0).mean())


if __name__ == "__main__":
    main()
