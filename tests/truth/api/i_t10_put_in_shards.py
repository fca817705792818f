"""A batch is cut up and put on the devices piece by piece."""

import jax
import numpy as np


def cut_and_put(x, cut=True, put=True):
    x = np.asarray(memoryview(x))
    if cut:
        x = x.reshape((jax.local_device_count(), -1) + x.shape[1:])
    if cut and put:
        x = jax.device_put_sharded(list(x), jax.local_devices())  # want: JOL606
    return x
