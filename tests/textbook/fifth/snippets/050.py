import jax.numpy as jnp
import numpy as np


def make_mask(n):
    mask = np.zeros((n, n), bool)
    for i in range(n):
        mask[i, : i + 1] = True
    return jnp.asarray(mask)


print(make_mask(4))
