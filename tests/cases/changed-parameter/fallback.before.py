# not executed: it is about the names of imports
"""Imports of JAX with a way out for machines that have none."""
try:
    import jax
    import jax.numpy as jnp

    JAX_AVAILABLE = True
except ImportError:
    import numpy as jnp

    jax = None
    JAX_AVAILABLE = False

if JAX_AVAILABLE:
    import jax.numpy as other
else:
    import numpy as other


def bounded(x):
    return jnp.clip(x, a_min=0.0), other.clip(x, a_max=1.0)  # want: JOL704 JOL704
