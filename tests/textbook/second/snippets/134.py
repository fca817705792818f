import jax
import jax.numpy as jnp
import numpy as np


def synthetic_batches(seed, n, batch):
    rng = np.random.default_rng(seed)
    for _ in range(n):
        x = rng.normal(size=(batch, 64)).astype(np.float32)
        yield x, (x.sum(-1) > 0).astype(np.float32)


@jax.jit
def nll(w, x, y):
    z = x @ w
    return jnp.mean(jnp.logaddexp(0.0, z) - y * z)


@jax.jit
def step(w, x, y):
    return w - 0.5 * jax.grad(nll)(w, x, y)


def fit(seed=0):
    w = jnp.zeros(64)
    for x, y in synthetic_batches(seed, 1000, 512):
        w = step(w, x, y)
    return w
