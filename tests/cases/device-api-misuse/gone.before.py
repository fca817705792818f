# not executed: the originals raise
import jax
import jax.numpy as jnp
import numpy as np

devices = jax.devices()
gpus = [d for d in devices if d.platform == "gpu"]

x = jnp.ones((8, 8))
moved = jax.device_put(x, devices[0])
print(x.device(), f"moved: {moved.device()}")  # want: JOL706 JOL706 "is a property since JAX 0.4.31"
total = (x + 1).device()  # want: JOL706


def buffers(rows):
    y = jnp.asarray(rows)
    first = y.device_buffer  # want: JOL706 "the array `y` has no `device_buffer`"
    every = y.device_buffers  # want: JOL706
    # to the host
    host = y.to_py()  # want: JOL706
    y.block_host_until_ready()  # want: JOL706
    other = y.copy_to_device(devices[1])  # want: JOL706
    return first, every, host, other, y.numpy(), y.cuda()  # want: JOL706 JOL706 "has no `(numpy|cuda)`"


def largest(data):
    for i, device in enumerate(jax.local_devices()):
        print(i, device.device_kind(), device.memory_limit)  # want: JOL706 JOL706
    limit = jax.devices()[0].memory_limit  # want: JOL706 "has no `memory_limit`"
    names = [d.name for d in gpus]  # want: JOL706 "has no `name`"
    best = max(devices, key=lambda d: d.memory_limit)  # want: JOL706
    return jax.device_put(data, best), limit, names, np.zeros(3)


def described(device: jax.Device):
    return device.type, device.platform()  # want: JOL706 JOL706
