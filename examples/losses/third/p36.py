"""Gaussian-mixture EM on mini-batches; the last batch of the data set is shorter."""
from functools import partial
from typing import NamedTuple
import numpy as np
import jax
import jax.numpy as jnp

K, D = 24, 24
BATCH = 6000


class Mixture(NamedTuple):
    logw: jax.Array
    mean: jax.Array
    logvar: jax.Array


class Stats(NamedTuple):
    n: jax.Array
    s1: jax.Array
    s2: jax.Array
    ll: jax.Array


def log_joint(mix, x):
    inv = jnp.exp(-mix.logvar)
    quad = (x * x) @ inv.T - 2 * x @ (mix.mean * inv).T + (mix.mean ** 2 * inv).sum(1)
    return mix.logw - 0.5 * (quad + mix.logvar.sum(1) + D * jnp.log(2 * jnp.pi))


@partial(jax.jit, donate_argnums=1)
def e_step(mix, stats, x):
    lj = log_joint(mix, x)
    norm = jax.nn.logsumexp(lj, 1, keepdims=True)
    r = jnp.exp(lj - norm)
    return Stats(stats.n + r.sum(0), stats.s1 + r.T @ x, stats.s2 + r.T @ (x * x), stats.ll + norm.sum())


@jax.jit
def m_step(stats):
    n = stats.n + 1e-6
    mean = stats.s1 / n[:, None]
    var = stats.s2 / n[:, None] - mean ** 2 + 1e-3
    return Mixture(jnp.log(n / n.sum()), mean, jnp.log(var))


def zero_stats():
    return Stats(jnp.zeros(K), jnp.zeros((K, D)), jnp.zeros((K, D)), jnp.zeros(()))


def synthetic(n, seed=0):
    rng = np.random.default_rng(seed)
    centres = 2.0 * rng.standard_normal((K, D))
    scale = rng.uniform(0.4, 1.4, (K, D))
    c = rng.integers(0, K, n)
    return (centres[c] + scale[c] * rng.standard_normal((n, D))).astype(np.float32)


def main():
    data = synthetic(45_500)
    pieces = [jnp.asarray(data[s:s + BATCH]) for s in range(0, len(data), BATCH)]
    pick = np.random.default_rng(3).choice(len(data), K, replace=False)
    mix = Mixture(jnp.full(K, -np.log(K), jnp.float32), jnp.asarray(data[pick]), jnp.zeros((K, D)))
    trace = []
    for it in range(60):
        stats = zero_stats()
        for x in pieces:
            stats = e_step(mix, stats, x)
        mix = m_step(stats)
        trace.append(stats.ll)
    trace = np.array(jax.device_get(trace)) / len(data)
    for it in (0, 5, 20, 59):
        print(f"iteration {it:2d}  log-likelihood per point {trace[it]:.4f}")
    print("effective components", int((np.exp(np.asarray(mix.logw)) > 0.005).sum()))


if __name__ == "__main__":
    main()
