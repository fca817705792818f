"""Values that are handed over, static ones in the text, and code that nothing traces."""

import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    y = jnp.sin(x)
    jax.debug.print("y = {}", y)
    jax.debug.print("y = {y}, 100%", y=y)
    jax.debug.print(f"shape {x.shape}: {{}}", y)
    jax.debug.print("here, at 50%")
    return y


def eager(x):
    y = jnp.sin(x)
    jax.debug.print(f"y = {y}")
    print(f"y = {y}")
    return y
