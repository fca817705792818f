# rule: python-loop-over-time
"""What a turn calls asks for a number, which a tracer has not."""
import jax
import jax.numpy as jnp


def helper(x):
    return jnp.sin(x)  # holds
    return jnp.sin(x) * int(x[0])  # broken


@jax.jit
def run(h, xs: jax.Array):
    for x in xs:
        h = jnp.tanh(h + helper(x))
    return h
