import jax
import jax.numpy as jnp
import numpy as np


def rotary_table(length, dim):
    inv = 1.0 / (10_000 ** (np.arange(0, dim, 2) / dim))
    angles = np.outer(np.arange(length), inv).astype(np.float32)
    return np.cos(angles), np.sin(angles)


@jax.jit
def rotate(x):
    cos, sin = rotary_table(x.shape[-2], x.shape[-1])
    even, odd = x[..., ::2], x[..., 1::2]
    out = jnp.stack([even * cos - odd * sin, even * sin + odd * cos], axis=-1)
    return out.reshape(x.shape)


print(rotate(jnp.ones((2, 8, 16))).shape)
