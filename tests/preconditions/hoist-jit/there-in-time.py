# rule: jit-in-loop
"""In turns that do not compile, the attribute may not be there."""
import jax
import jax.numpy as jnp


def looped(xs, weights):
    total = 0.0
    for x in xs:
        if x > 2:
            step = jax.jit(lambda v: jnp.sin(v), device=None)  # holds
            step = jax.jit(lambda v: jnp.sin(v), device=weights.device)  # broken
            total += step(x)
    return total
