# not executed: the newest JAX lacks these options
"""Options that are set by their names, of which some releases have had more."""

import jax
from jax import config
from jax import config as old

jax.config.update("jax_spmd_mode", "allow_all")


def prepare(memories):
    """Set what the program needs before it looks for devices."""
    config.update("jax_enable_memories", memories)
    config.update("jax_enable_x64", True)
    old.update("jax_platforms", "cpu")
