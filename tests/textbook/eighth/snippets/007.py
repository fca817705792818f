"""Gram matrix of a 65536 x 512 feature table sharded by rows over 8 devices."""
import jax

jax.config.update("jax_num_cpu_devices", 8)

import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

ROWS, FEATURES = 65_536, 512
mesh = jax.make_mesh((8,), ("rows",))


def local_gram(block):
    centered = block - jax.lax.pmean(block.mean(axis=0), "rows")
    return centered.T @ centered / ROWS


gram = jax.jit(
    jax.shard_map(local_gram, mesh=mesh, in_specs=P("rows", None), out_specs=P())
)


if __name__ == "__main__":
    table = jax.random.normal(jax.random.key(0), (ROWS, FEATURES))
    table = jax.device_put(table, NamedSharding(mesh, P("rows", None)))
    cov = gram(table)
    print(cov.shape, "trace", float(jnp.trace(cov)))
