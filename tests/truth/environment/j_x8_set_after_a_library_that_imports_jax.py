"""A library above imports JAX, but uses no device."""

import os
from typing import Any

from flax.linen.dtypes import promote_dtype

os.environ["XLA_FLAGS"] = os.environ.get("XLA_FLAGS", "") + " --xla_force_host_platform_device_count=4"

import jax
import jax.numpy as jnp


def same(*arrays: Any):
    return promote_dtype(*arrays, dtype=jnp.float32), jax.device_count()
