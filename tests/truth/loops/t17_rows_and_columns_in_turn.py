"""Even turns normalise rows, odd turns columns."""

import jax
import jax.numpy as jnp


@jax.jit
def balanced(weights, mask):
    return normalise(weights, mask, 16)


def normalise(weights, mask, turns):
    for i in range(turns):  # want: JOL203
        if i % 2 == 0:
            weights -= jax.nn.logsumexp(weights, axis=-1, keepdims=True)
        else:
            weights -= jax.nn.logsumexp(weights, axis=-2, keepdims=True)
        if mask is not None:
            weights = jnp.where(mask, weights, -jnp.inf)
    return jnp.exp(weights)
