# rule: jit-of-fresh-callable
"""JAX finds what was compiled for 0.0 when it is given -0.0."""
import jax
import jax.numpy as jnp


def turned(x, side):
    def body(x, side):
        return jnp.copysign(x, side)

    return jax.jit(body, static_argnums=1)(x, side)


def caller(xs):
    return [turned(x, 1.0) + turned(x, 0.0) for x in xs]  # holds
    return [turned(x, 0.0) + turned(x, -0.0) for x in xs]  # broken
