"""Random-walk Metropolis for a correlated posterior; many chains at once."""
from typing import NamedTuple
import numpy as np
import jax
import jax.numpy as jnp


class Chain(NamedTuple):
    x: jax.Array
    logp: jax.Array
    accepted: jax.Array


COV = np.array([[1.0, 0.6], [0.6, 2.0]], np.float32)
PREC = jnp.asarray(np.linalg.inv(COV))
STEP = 1.1


def log_density(x):
    return -0.5 * x @ PREC @ x


def metropolis(chain, key):
    prop = chain.x + STEP * jax.random.normal(key, chain.x.shape)
    logp = log_density(prop)
    accept = jnp.log(jax.random.uniform(key)) < logp - chain.logp
    x = jnp.where(accept, prop, chain.x)
    lp = jnp.where(accept, logp, chain.logp)
    return Chain(x, lp, chain.accepted + accept)


def kernel(chains, key):
    keys = jax.random.split(key, chains.x.shape[0])
    chains = jax.vmap(metropolis)(chains, keys)
    return chains, None


def sample_block(chains, key):
    """Advance 50 sweeps, then return the positions."""
    chains, _ = jax.lax.scan(kernel, chains, jax.random.split(key, 50))
    return chains, chains.x


@jax.jit
def run(chains, key):
    return jax.lax.scan(sample_block, chains, jax.random.split(key, 100))


def split_rhat(draws):
    """draws: (n, chains, dim)"""
    n = draws.shape[0] // 2
    parts = np.concatenate([draws[:n], draws[n:2 * n]], axis=1)
    within = parts.var(0, ddof=1).mean(0)
    between = n * parts.mean(0).var(0, ddof=1)
    return np.sqrt(((n - 1) / n * within + between / n) / within)


def main():
    n_chains = 4096
    k_init, k_run = jax.random.split(jax.random.key(2024))
    x0 = 2.0 * jax.random.normal(k_init, (n_chains, 2))
    start = Chain(x0, jax.vmap(log_density)(x0), jnp.zeros(n_chains))
    final, draws = run(start, k_run)
    draws = np.asarray(draws)[20:]
    flat = draws.reshape(-1, 2)
    print("acceptance", float(final.accepted.mean() / 5000))
    print("mean", flat.mean(0).round(3))
    print("cov ", np.cov(flat.T).round(3).tolist(), "target", COV.tolist())
    print("rhat", split_rhat(draws).round(3))


if __name__ == "__main__":
    main()
