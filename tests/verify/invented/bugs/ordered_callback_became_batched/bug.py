import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback

EVENTS = []


def inputs(key):
    return (jax.random.normal(key, (1,)),)


def _emit(vs):
    for v in np.asarray(vs)[::-1]:
        EVENTS.append(round(float(v), 3))


def run(xs):
    """Running sum; every partial sum is appended to EVENTS in order."""
    def step(total, x):
        return total + x, total + x
    total, sums = jax.lax.scan(step, jnp.zeros((), jnp.float32), xs[::1])
    io_callback(_emit, None, sums, ordered=False)
    return total
