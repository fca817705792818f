# not executed: the newest JAX lacks these options
"""Options that are set by their names, of which some releases have had more."""

import jax
from jax import config
from jax.config import config as old  # want: JOL702 "`jax.config.config` was removed"

jax.config.update("jax_spmd_mode", "allow_all")  # want: JOL702 "`jax.config.jax_spmd_mode` was removed in JAX 0.6.1: setting it raises AttributeError"


def prepare(memories):
    """Set what the program needs before it looks for devices."""
    config.update("jax_enable_memories", memories)  # want: JOL702 "`jax.config.jax_enable_memories` was removed"
    config.update("jax_enable_x64", True)
    old.update("jax_platforms", "cpu")
