import sys

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 3)),)


def run(losses):
    """Sum over the finite losses; complains on standard error about others."""
    total = jnp.zeros(())
    for i in range(losses.shape[0]):
        loss = jnp.sum(losses[i])
        if not bool(jnp.isfinite(loss)):
            print("loss", i, "is not finite", file=sys.stderr)
        else:
            total = total + loss
    return total
