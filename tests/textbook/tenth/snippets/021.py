import argparse

import jax
import jax.numpy as jnp


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--coordinator", default="localhost:12421")
    p.add_argument("--num-processes", type=int, default=1)
    p.add_argument("--process-id", type=int, default=0)
    return p.parse_args()


def main():
    args = parse_args()
    print(f"this host has {jax.local_device_count()} accelerators")
    jax.distributed.initialize(
        coordinator_address=args.coordinator,
        num_processes=args.num_processes,
        process_id=args.process_id,
    )
    mesh = jax.make_mesh((jax.device_count(),), ("data",))
    with jax.set_mesh(mesh):
        total = jax.jit(jnp.sum)(jnp.arange(8.0))
    if jax.process_index() == 0:
        print("sum", total)


if __name__ == "__main__":
    main()
