import jax
import jax.numpy as jnp

LEAKS = []


@jax.jit
def careful(x):
    try:
        LEAKS.append(jnp.sin(x))
    except TypeError:
        return x
    return x


@jax.jit
def separate(x):
    if not isinstance(x, jax.core.Tracer):
        LEAKS.append(jnp.sin(x))
    return x


def report():
    return LEAKS
