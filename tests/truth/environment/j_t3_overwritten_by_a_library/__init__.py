"""A package overwrites the flags of whoever imports it."""

from jax import config

config.update("jax_enable_x64", True)

import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=10"  # want: JOL902

import jax
import jax.numpy as jnp


def spread(x):
    return jax.device_put(jnp.asarray(x))
