"""JAX never reads this variable."""

import os

import jax

os.environ["XLA_PYTHON_CLIENT_MEM_FRACTION"] = "0.6"
os.environ["TF_XLA_FLAGS"] = "--xla_gpu_autotune_level=2 --xla_gpu_deterministic_ops"  # want: JOL901


@jax.jit
def step(x):
    return x + 1
