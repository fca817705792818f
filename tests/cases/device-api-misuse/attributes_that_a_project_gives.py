"""A project that gives arrays methods of its own has them."""

import jax
import jax.numpy as jnp


def rearranged(x, pattern):
    return jnp.moveaxis(x, 0, -1) if pattern == "channels last" else x


for cls in (type(jnp.ones(1)), jax.core.Tracer):
    setattr(cls, "rearrange", rearranged)


def images(key):
    x = jax.random.normal(key, (3, 8, 8))
    return x.rearrange("channels last")
