import threading
import time

import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (4,)),)


def _write(x):
    time.sleep(0.05)
    np.save("kept.npy", x)


def run(x):
    """Twice `x`, while `x` is saved; it is on the disk when this returns."""
    writer = threading.Thread(target=_write, args=(np.asarray(x),))
    writer.start()
    out = 2 * x
    writer.join()
    return out
