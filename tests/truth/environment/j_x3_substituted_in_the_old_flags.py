"""The number is replaced within what was set."""

import os
import re

import jax.numpy as jnp

_COUNT = r"--xla_force_host_platform_device_count=\S+"


def set_host_device_count(n):
    before = os.getenv("XLA_FLAGS", "")
    rest = re.sub(_COUNT, "", before).split()
    os.environ["XLA_FLAGS"] = " ".join(
        ["--xla_force_host_platform_device_count={}".format(n)] + rest
    )


def zeros():
    return jnp.zeros(4)
