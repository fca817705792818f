import jax
import numpy as np


@jax.jit
def step(x):
    a = float(x)  # fact: transfers x, ConcretizationTypeError
    b = np.sin(x)  # fact: transfers x, TracerArrayConversionError
    c = int(x.shape[0])
    return a, b, c


def eager(x):
    return float(x)
