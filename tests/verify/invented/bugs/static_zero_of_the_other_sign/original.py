import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)), 1.0)


def run(x, side):
    """The sizes of `x` with the sign of `side`, which may be a zero of either sign."""

    def turned(x, side):
        return jnp.copysign(x, side)

    return jax.jit(turned, static_argnames="side")(x, side=side)
