"""The test stands on a way that nobody takes where the function is compiled."""

from functools import partial

import jax
import jax.numpy as jnp


def nodes(n, interval=None):
    x = jnp.linspace(0.0, 1.0, n)
    if interval is None:
        return x
    start, stop = jnp.asarray(interval)
    if jnp.isinf(stop):
        return x + start
    return start + x * (stop - start)


@partial(jax.jit, static_argnums=0)
def weights(n, scale):
    return nodes(n) * scale
