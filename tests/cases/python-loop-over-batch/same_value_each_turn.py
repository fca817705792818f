"""What is gathered does not depend on the turn."""

import jax
import jax.numpy as jnp


def repeated(key, xs: jax.Array):
    out = []
    for i in range(xs.shape[0]):
        xs[i]
        out.append(jax.random.normal(key, (3,)))
    return jnp.stack(out)
