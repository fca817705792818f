"""The flags that were there are kept."""

import os
import re

import jax


def set_device_count(n):
    flags = os.getenv("XLA_FLAGS", "")
    flags = re.sub(r"--xla_force_host_platform_device_count=\S+", "", flags).split()
    os.environ["XLA_FLAGS"] = " ".join(
        [f"--xla_force_host_platform_device_count={n}"] + flags
    )


def run(f):
    set_device_count(8)
    return jax.pmap(f)
