"""Denoising autoencoder on synthetic spectra."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

BINS = 256
BATCH = 256
STEPS = 70


def make_spectra(n, rng):
    grid = np.linspace(0.0, 1.0, BINS, dtype=np.float32)
    spectra = np.zeros((n, BINS), dtype=np.float32)
    for _ in range(4):
        centre = rng.uniform(0.1, 0.9, size=(n, 1)).astype(np.float32)
        width = rng.uniform(0.01, 0.05, size=(n, 1)).astype(np.float32)
        height = rng.uniform(0.2, 1.0, size=(n, 1)).astype(np.float32)
        spectra += height * np.exp(-(((grid - centre) / width) ** 2))
    return spectra


def init(key, sizes=(BINS, 512, 384, 48, 384, 512, BINS)):
    keys = jax.random.split(key, len(sizes) - 1)
    return [
        {"w": jax.random.normal(k, (m, n)) * jnp.sqrt(1.0 / m), "b": jnp.zeros(n)}
        for k, m, n in zip(keys, sizes[:-1], sizes[1:])
    ]


def reconstruct(params, x):
    for layer in params[:-1]:
        x = jax.nn.silu(x @ layer["w"] + layer["b"])
    return x @ params[-1]["w"] + params[-1]["b"]


def loss_fn(params, noisy, clean):
    return jnp.mean((reconstruct(params, noisy) - clean) ** 2)


@jax.jit
def evaluate(params, noisy, clean):
    return loss_fn(params, noisy, clean)


@partial(jax.jit, donate_argnums=0)
def update(params, noisy, clean, lr):
    grads = jax.grad(loss_fn)(params, noisy, clean)
    return jax.tree.map(lambda p, g: p - lr * g, params, grads)


def train_step(params, noisy, clean, lr):
    loss = evaluate(params, noisy, clean)
    params = update(params, noisy, clean, lr)
    return params, loss


@jax.jit
def corrupt(key, data, n):
    k_idx, k_noise = jax.random.split(key)
    idx = jax.random.randint(k_idx, (BATCH,), 0, n)
    clean = data[idx]
    return clean + 0.1 * jax.random.normal(k_noise, clean.shape), clean


def main():
    rng = np.random.default_rng(0)
    data = jnp.asarray(make_spectra(8000, rng))
    key = jax.random.PRNGKey(0)
    key, sub = jax.random.split(key)
    params = init(sub)
    keys = list(jax.random.split(key, STEPS))
    losses = []
    for step in range(STEPS):
        noisy, clean = corrupt(keys[step], data, data.shape[0])
        params, loss = train_step(params, noisy, clean, 0.5)
        losses.append(loss)
    losses = np.asarray(jnp.stack(losses))
    print("mse %.5f -> %.5f" % (losses[:5].mean(), losses[-5:].mean()))


if __name__ == "__main__":
    main()
