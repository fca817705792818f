"""The variable comes too late, and `jax.config.update` sets the same option: nothing is lost."""

import os

import jax

jax.config.update("jax_platform_name", "cpu")
os.environ["JAX_PLATFORM_NAME"] = "cpu"


def in_double_precision():
    os.environ["JAX_ENABLE_X64"] = "1"
    jax.config.update("jax_enable_x64", True)
