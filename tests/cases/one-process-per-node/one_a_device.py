"""Left to JAX, one process for each device, or nothing that tells."""

import os

import jax

jax.distributed.initialize()
jax.distributed.initialize(local_device_ids=[int(os.environ["SLURM_LOCALID"])])
jax.distributed.initialize(num_processes=int(os.environ["SLURM_NTASKS"]))


def start(ids, count):
    jax.distributed.initialize(num_processes=count, local_device_ids=ids)
