# rule: nested-batch-loop
"""What a turn calls asks for a number, which a tracer has not."""
import jax
import jax.numpy as jnp


def helper(x):
    return jnp.sin(x)  # holds
    return jnp.sin(x) * int(x[0])  # broken


def run(xs: jax.Array, ys: jax.Array):
    return jnp.array([[jnp.dot(helper(x), y) for y in ys] for x in xs])
