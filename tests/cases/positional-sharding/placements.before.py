# not executed: the functions are gone
import jax
import jax.numpy as jnp
from jax import device_put_sharded
from jax.sharding import NamedSharding, PartitionSpec, PositionalSharding


def place(params, batches, y):
    devices = jax.devices()
    # A
    everywhere = jax.device_put_replicated(params, devices)  # want: JOL606 "0.10.0"
    shards = device_put_sharded(list(batches), jax.local_devices())  # want: JOL606
    weight = jax.device_put(
        jnp.ones((y.shape[-1], 2048)),
        jax.sharding.PositionalSharding(devices).reshape(4, 1)  # want: JOL606 "0.7.0"
    )
    kept = PositionalSharding(devices)  # want: JOL606
    row = jax.device_put(y, kept.reshape(1, 4))
    spec = PartitionSpec()
    return everywhere, shards, weight, row, NamedSharding(kept, spec)
