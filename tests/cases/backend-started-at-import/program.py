"""A program, which may start what it uses."""

import jax
import jax.numpy as jnp

key = jax.random.key(0)
x = jnp.ones(3)
print(jax.random.normal(key, (3,)) * x)
