import jax
import jax.numpy as jnp
import numpy as np


def causal_mask(n: int) -> np.ndarray:
    mask = np.zeros((n, n), dtype=np.float32)
    for i in range(n):
        mask[i, i + 1:] = -1e9
    return mask


@jax.jit
def attend(q, k, v, mask):
    w = jax.nn.softmax(q @ k.T / jnp.sqrt(q.shape[-1]) + mask, axis=-1)
    return w @ v


def serve(requests, n=128):
    mask = jax.device_put(causal_mask(n))
    for q, k, v in requests:
        yield attend(q, k, v, mask)
