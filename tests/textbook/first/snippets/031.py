import argparse

import jax
import jax.numpy as jnp


def build_mesh():
    return jax.make_mesh((jax.device_count(),), ("dp",))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--coordinator")
    parser.add_argument("--rank", type=int)
    parser.add_argument("--world", type=int)
    args = parser.parse_args()

    params = jnp.zeros((1024, 1024))
    print("devices", jax.local_device_count())
    jax.distributed.initialize(args.coordinator, args.world, args.rank)
    mesh = build_mesh()
    sharding = jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec())
    return jax.device_put(params, sharding)


if __name__ == "__main__":
    main()
