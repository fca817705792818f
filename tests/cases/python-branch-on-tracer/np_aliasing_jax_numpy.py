import jax
import jax.numpy as np
import numpy as onp

SIZES = onp.arange(4)


@jax.jit
def chosen(x):
    if onp.any(SIZES > 2):
        x = np.sqrt(x)
    return np.where(np.any(x > 0), x, -x)
