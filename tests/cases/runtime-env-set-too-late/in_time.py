"""Set before it is read, or read later than at the import."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"
os.environ["JAX_OUR_OWN_SWITCH"] = "1"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

# The backend has not started: the import alone does not start it.
os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=8"
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
# Read by `jax.distributed.initialize`, and by NCCL at the first collective.
os.environ["JAX_COORDINATOR_ADDRESS"] = "localhost:1234"
os.environ["NCCL_PROTO"] = "SIMPLE"


def cpu_only():
    if len(jax.devices()) > 8:
        raise ValueError("too many")
    return jnp.ones(3)


def main(fast):
    if fast:
        jax.devices()
    else:
        # Nothing says that this arm ran after a start.
        os.environ["CUDA_VISIBLE_DEVICES"] = "0"


if __name__ == "__main__":
    os.environ["XLA_FLAGS"] += " --xla_cpu_enable_fast_math=false"
    main(False)
