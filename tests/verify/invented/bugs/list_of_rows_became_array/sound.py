import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4,)),)


def run(x):
    """The partial sums of x, as a list of scalars."""
    return list(jax.lax.scan(lambda c, v: (c + v, c + v), jnp.zeros((), x.dtype), x)[1])
