"""A flag is appended."""

import os

import jax


def topology(target):
    if target.platform == "gpu":
        os.environ["XLA_FLAGS"] = (
            os.environ.get("XLA_FLAGS", "") + " --xla_gpu_shard_autotuning=false"
        )
        jax.config.update("mock_num_gpu_processes", target.slices)
        return jax.devices()
    return target.devices
