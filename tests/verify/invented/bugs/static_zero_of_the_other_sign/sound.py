import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)), 1.0)


def _turned(x, side):
    return jnp.copysign(x, float(side))


_JITTED = jax.jit(_turned, static_argnames="side")


def run(x, side):
    """The sizes of `x` with the sign of `side`, which may be a zero of either sign."""
    return _JITTED(x, side=repr(side))
