# rule: python-fixed-point-loop
"""What a turn calls asks for a number, which a tracer has not."""
import jax
import jax.numpy as jnp


def helper(x):
    return jnp.sin(x)  # holds
    return jnp.sin(x) * int(x[0])  # broken


@jax.jit
def run(h):
    for _ in range(64):
        h = jnp.tanh(h + helper(h))
    return h
