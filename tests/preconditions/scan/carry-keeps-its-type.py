# rule: python-loop-over-time
"""What is carried gets more rows in each turn, one call down."""
import jax
import jax.numpy as jnp


def grown(h, x):
    return jnp.tanh(h + x)  # holds
    return jnp.concatenate([h, x])  # broken


@jax.jit
def run(h, xs: jax.Array):
    for x in xs:
        h = grown(h, x)
        h = h * 2
    return h
