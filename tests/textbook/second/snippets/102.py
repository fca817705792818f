import jax
import jax.numpy as jnp
import numpy as np

FREQS = np.exp(-np.arange(0, 64, 2) * (np.log(10000.0) / 64)).astype(np.float32)


@jax.jit
def rope(x, positions):
    angles = positions[:, None] * FREQS
    sin, cos = jnp.sin(angles), jnp.cos(angles)
    a, b = x[..., ::2], x[..., 1::2]
    return jnp.stack([a * cos - b * sin, a * sin + b * cos], axis=-1).reshape(x.shape)


@jax.jit
def scores(q, k, positions):
    return rope(q, positions) @ rope(k, positions).T


def run(batches):
    pos = jnp.arange(128)
    return [scores(q, k, pos) for q, k in batches]
