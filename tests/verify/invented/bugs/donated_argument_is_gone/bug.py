import functools

import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (16,)), jax.random.normal(b, (16,)), 0.9


@functools.partial(jax.jit, donate_argnums=0)
def run(momentum, gradient, decay):
    """The next momentum buffer and the size of the step."""
    fresh = decay * momentum + gradient
    return fresh, jnp.sqrt(jnp.sum(jnp.square(fresh)))
