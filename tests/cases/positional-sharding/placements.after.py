# not executed: the functions are gone
import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec, PositionalSharding


def place(params, batches, y):
    devices = jax.devices()
    # A
    everywhere = jax.device_put(
        jax.tree.map(lambda x: jnp.stack([x] * len(devices)), params),
        NamedSharding(jax.sharding.Mesh(devices, ("devices",)), PartitionSpec("devices")),
    )
    shards = jax.device_put(
        jax.tree.map(lambda *x: jnp.stack(x), *list(batches)),
        NamedSharding(jax.sharding.Mesh(jax.local_devices(), ("devices",)), PartitionSpec("devices")),
    )
    weight = jax.device_put(
        jnp.ones((y.shape[-1], 2048)),
        NamedSharding(
            jax.make_mesh(
                (4, 1),
                ("axis_0", "axis_1"),
                axis_types=(jax.sharding.AxisType.Auto, jax.sharding.AxisType.Auto),
                devices=devices,
            ),
            PartitionSpec("axis_0", "axis_1"),
        )
    )
    kept = PositionalSharding(devices)
    row = jax.device_put(y, kept.reshape(1, 4))
    spec = PartitionSpec()
    return everywhere, shards, weight, row, NamedSharding(kept, spec)
