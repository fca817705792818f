"""Patch extraction for a vision transformer."""
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.jit, static_argnums=1)
def patchify(images, patch):
    b, h, w, c = images.shape
    if h % patch or w % patch:
        raise ValueError(f"image {h}x{w} is not divisible by {patch}")
    x = images.reshape(b, h // patch, patch, w // patch, patch, c)
    x = x.transpose(0, 1, 3, 2, 4, 5)
    return x.reshape(b, (h // patch) * (w // patch), -1)


@jax.jit
def scale_tokens(tokens):
    fan_in = int(np.prod(tokens.shape[1:]))
    freqs = np.exp(-np.arange(tokens.shape[-1]) / tokens.shape[-1]).astype(np.float32)
    return tokens * freqs / math.sqrt(fan_in)


def main():
    images = jax.random.uniform(jax.random.key(0), (4, 32, 32, 3))
    print(scale_tokens(patchify(images, 8)).shape)


if __name__ == "__main__":
    main()
