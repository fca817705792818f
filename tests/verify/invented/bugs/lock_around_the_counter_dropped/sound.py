import threading

import jax
import jax.numpy as jnp

LOCK = threading.Lock()
SEEN = {"calls": 0}


def inputs(key):
    return (jnp.arange(4.0),)


def run(x):
    """`x` over how many calls there were; threads may call at once."""
    LOCK.acquire()
    try:
        count = SEEN["calls"] = SEEN["calls"] + 1
    finally:
        LOCK.release()
    return x / count
