"""Wide types that are on before any array whose width hangs on them is made."""

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

GRID = jnp.linspace(0.0, 1.0, 11)
HOST = np.zeros(3)
