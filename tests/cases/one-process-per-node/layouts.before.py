import os

import jax

jax.distributed.initialize("host:1", 4, 0, local_device_ids=[0, 1, 2, 3])  # want: JOL907 "4 devices"
nodes = int(os.environ["SLURM_NNODES"])
jax.distributed.initialize(coordinator_address="host:1", num_processes=nodes)  # want: JOL907 "each node"
