# not executed: there is no fix
import jax
import jax.numpy as jnp
import numpy as np


def aligned(shape):
    size = int(np.prod(shape))
    raw = np.zeros(size * 4 + 64, np.uint8)
    first = -raw.ctypes.data % 64
    return raw[first : first + size * 4].view(np.float32).reshape(shape)


class Microphone:
    def __init__(self, device):
        self.device = device

    def read_into(self, chunk):
        chunk[...] = self.device.samples(len(chunk))


def heard(device, count):
    microphone = Microphone(device)
    chunk = aligned((4096,))
    chunks = []
    for _ in range(count):
        microphone.read_into(chunk)
        chunks.append(jax.device_put(chunk))  # want: JOL432 "`chunk` is filled again"
    return jnp.stack(chunks)


def shuffled(rows, count):
    order = np.empty(len(rows), np.int32)
    orders = []
    for turn in range(count):
        np.copyto(order, np.random.default_rng(turn).permutation(len(rows)))
        one = jnp.asarray(order)  # want: JOL432 "`jnp.asarray` need not have copied it"
        orders.append(one)
    return orders
