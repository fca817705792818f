# rule: jit-in-loop
"""A function that is called to make it would run once, not in every turn."""
import jax
import jax.numpy as jnp


def looped(xs, options):
    out = []
    for x in xs:
        step = jax.jit(lambda v: jnp.sin(v))  # holds
        step = jax.jit(lambda v: jnp.sin(v), static_argnums=options.pop())  # broken
        out.append(step(x))
    return out
