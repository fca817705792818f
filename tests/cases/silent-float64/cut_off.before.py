# not executed: there is no fix
import jax
import jax.numpy as jnp
import numpy as np

EPOCH = 1_600_000_000_000_000


def ticks(count):
    first = np.int64(1_700_000_000_000_000_000)
    steps = np.random.default_rng(1).integers(10, 10**9, size=count, dtype=np.int64)
    return first + np.cumsum(steps)


def main():
    times = jnp.asarray(ticks(100))  # want: JOL905 (warning) "past 32 bits"
    offsets = jnp.array(np.arange(20) + EPOCH)  # want: JOL905 (warning) "1_600_000"
    ids = jax.device_put(np.array([4_000_000_000, 5_000_000_000]))  # want: JOL905 (warning) "cut off"
    return jnp.diff(times), offsets, ids
