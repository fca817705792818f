import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

ROWS_PER_DEVICE, COLS = 8_192, 128

mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(AxisType.Auto,))


def local_energy(x_block):
    centered = x_block - jax.lax.pmean(x_block.mean(axis=0), "data")
    return jnp.sum(centered**2)


total_energy = jax.jit(
    jax.shard_map(
        local_energy,
        mesh=mesh,
        in_specs=P("data", None),
        out_specs=P(),
        check_vma=False,
    )
)

rows = ROWS_PER_DEVICE * jax.device_count()
x = jax.random.normal(jax.random.key(0), (rows, COLS))
x = jax.device_put(x, NamedSharding(mesh, P("data", None)))
total = total_energy(x)
print("total energy", float(total))
