"""A program, which may set what it likes."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)
print(jnp.ones(3).sum())
