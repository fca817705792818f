# not executed: the originals raise
import jax
import jax.numpy as jnp


def build_mesh():
    return jax.make_mesh((jax.device_count(),), ("dp",))


def main(address, count, rank):
    params = jnp.zeros((1024, 1024))
    print("devices", jax.local_device_count())
    jax.distributed.initialize(address, count, rank)  # want: JOL909 "`jnp.zeros`"
    return build_mesh(), params


def other(rank):
    mesh = build_mesh()
    if rank is not None:
        jax.distributed.initialize()  # want: JOL909 "`build_mesh`"
    return mesh


def counted(chains):
    print(jax.devices())
    jax.config.update("jax_num_cpu_devices", chains)  # want: JOL909 "raises RuntimeError"
