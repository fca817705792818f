"""What is set is meant for the processes that are started."""

import os
import subprocess

import jax


def workers(command):
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=" + str(jax.device_count())
    return subprocess.run(command)
