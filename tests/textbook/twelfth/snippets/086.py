"""Collect frames from a sensor into a device-side stack."""
import jax
import jax.numpy as jnp
import numpy as np

HEIGHT, WIDTH = 128, 128
ALIGNMENT = 64


def aligned_empty(shape, dtype):
    nbytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.empty(nbytes + ALIGNMENT, dtype=np.uint8)
    start = -raw.ctypes.data % ALIGNMENT
    return raw[start : start + nbytes].view(dtype).reshape(shape)


class Sensor:
    def __init__(self, seed):
        self._rng = np.random.default_rng(seed)

    def read_into(self, buf):
        buf[:] = self._rng.random(buf.shape, dtype=np.float32)


@jax.jit
def temporal_median(frames):
    return jnp.median(frames, axis=0)


def capture(sensor, n):
    buf = aligned_empty((HEIGHT, WIDTH), np.float32)
    frames = []
    for _ in range(n):
        sensor.read_into(buf)
        frames.append(jax.device_put(buf))
    return jnp.stack(frames)


def main():
    stack = capture(Sensor(0), 16)
    print("std over time:", stack.std(axis=0).mean())
    print(temporal_median(stack).mean())


if __name__ == "__main__":
    main()
