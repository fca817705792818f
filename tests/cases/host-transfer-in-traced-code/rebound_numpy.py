"""One name for both NumPys: which of them a call means depends on the order of the imports."""

import jax
import numpy as np
import jax.numpy as np  # noqa: F811


@jax.jit
def f(x):
    return np.exp(x)
