import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp


def harmonic(n):
    return (1.0 / jnp.arange(1, n + 1).astype(jnp.float64)).sum()


print(harmonic(100_000))
