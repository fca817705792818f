# not executed: the class is gone
import jax


def placed(x, shape):
    devices = jax.devices()
    # a mesh takes no -1, and not every `shape` is one length
    a = jax.device_put(x, jax.sharding.PositionalSharding(devices).reshape((-1, 1)))  # want: JOL606
    b = jax.device_put(x, jax.sharding.PositionalSharding(devices).reshape(*shape))  # want: JOL606
    c = jax.device_put(x, jax.sharding.PositionalSharding(devices).reshape(shape))  # want: JOL606
    return a, b, c
