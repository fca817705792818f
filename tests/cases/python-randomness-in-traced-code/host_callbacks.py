import time

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback


def now():
    return np.float32(time.time())


@jax.jit
def stamped(x):
    jax.debug.callback(lambda v: print(time.time(), v), x)
    t = io_callback(now, jax.ShapeDtypeStruct((), jnp.float32))
    noise = jax.pure_callback(
        lambda s: np.random.normal(size=s.shape), jax.ShapeDtypeStruct(x.shape, x.dtype), x
    )
    return x + noise, t
