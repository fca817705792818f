"""The same of the partition spec."""

import jax
from jax._src.partition_spec import PartitionSpec  # want: JOL705


def place(mesh, x):
    return jax.device_put(x, jax.sharding.NamedSharding(mesh, PartitionSpec("x")))
