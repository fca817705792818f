# not executed: it is about names that are gone
"""Flags that say something else than which JAX there is."""

import jax

try:
    import jax.numpy as jnp

    HAS_JAX = True
except ImportError:
    HAS_JAX = False

try:
    import wandb

    LOGS = True
except ImportError:
    LOGS = False


def kind(x):
    if HAS_JAX and LOGS:
        wandb.log({"n": jnp.size(x)})
        return isinstance(x, jax.random.KeyArray)  # want: JOL702
    return None
