import os

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=2"
os.environ.setdefault("JAX_ENABLE_X64", "0")

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec as P

jax.config.update("jax_compilation_cache_dir", "/tmp/jax_cache")


def main():
    mesh = jax.make_mesh((2,), ("x",), axis_types=(jax.sharding.AxisType.Auto,))
    a = jax.device_put(jnp.arange(16.0).reshape(8, 2), NamedSharding(mesh, P("x", None)))
    total = jax.jit(lambda a: a.sum(axis=0))(a)
    print(total, len(a.addressable_shards))


if __name__ == "__main__":
    main()
