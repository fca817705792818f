"""Options that are set where they exist, and texts that are no options of JAX."""

import jax
import optax

from settings import config

OPTION = "jax_remat_opt_barrier"

try:
    jax.config.update("jax_array", True)
except AttributeError:
    pass  # always on

if jax.__version_info__ < (0, 5):
    jax.config.update("jax_enable_memories", True)

if hasattr(jax.config, "jax_eager_pmap"):
    jax.config.update("jax_eager_pmap", True)

config.update("jax_spmd_mode", "allow_all")
jax.config.update("jax_debug_nans", False)


def from_file(options):
    for name, value in options.items():
        jax.config.update(name, value)
    return optax.adam(1e-3), OPTION
