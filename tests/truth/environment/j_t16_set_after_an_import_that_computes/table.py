"""Makes an array as it is imported."""

import jax.numpy as jnp

STEPS = jnp.linspace(0.0, 1.0, 100)
