"""Products of float32 arrays take the passes of float32: what bfloat16 would take is no matter."""

import jax
import jax.numpy as jnp

jax.config.update("jax_default_matmul_precision", "highest")  # bfloat16 is not enough here


@jax.jit
def solve(a, b):
    return jnp.linalg.solve(a.T @ a, a.T @ b)
