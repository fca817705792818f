"""What a comment or a text says counts for nothing: `jax.checkpoint`, "jax.lax.scan"."""

import jax  # fact: mentioned flax.linen.remat, jax, jax.lax, jax.lax.scan, jax.numpy, jax.numpy.where
import jax.numpy as jnp
from flax.linen import remat as again


def f(x, layers):
    from jax import lax

    scanned = lax.scan(g, x, layers)
    return jnp.where(x > 0, again(scanned), x.T)
