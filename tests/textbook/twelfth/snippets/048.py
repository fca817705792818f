from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, backend="cpu")
def preprocess(images):
    images = images.astype(jnp.float32) / 255.0
    mean = images.mean(axis=(0, 1, 2), keepdims=True)
    std = images.std(axis=(0, 1, 2), keepdims=True)
    return (images - mean) / (std + 1e-6)


@jax.jit
def embed(images, proj):
    flat = images.reshape(images.shape[0], -1)
    return jnp.tanh(flat @ proj)


def main():
    rng = np.random.default_rng(0)
    raw = rng.integers(0, 256, size=(64, 16, 16, 3), dtype=np.uint8)
    proj = jax.random.normal(jax.random.key(0), (16 * 16 * 3, 32)) / 28.0
    print(embed(preprocess(raw), proj).shape)


if __name__ == "__main__":
    main()
