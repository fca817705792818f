# rule: python-fixed-point-loop
"""A product of the counter outgrows 32 bits, which Python has more of."""
import jax
import jax.numpy as jnp


@jax.jit
def run(q, n):
    for k in range(1, 2000):
        q = q + jnp.sin(q) * (k + 1)  # holds
        q = q + jnp.sin(q) * (k * k * (k + 1))  # broken
    return q
