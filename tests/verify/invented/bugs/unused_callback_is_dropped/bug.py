import functools

import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4,)), lambda v: None


@functools.partial(jax.jit, static_argnums=1)
def run(x, observer):
    """A damped copy of the signal; the observer sees its largest value."""
    y = 0.5 * x

    def see(v):
        observer(float(v))
        return v

    jax.pure_callback(see, jax.ShapeDtypeStruct((), y.dtype), jnp.max(y))
    return y
