import sys

import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 3)),)


def run(losses):
    """Sum over the finite losses; complains on standard error about others."""
    sums = jnp.sum(losses, axis=1)
    finite = jnp.isfinite(sums)
    for i, good in enumerate(finite.tolist()):
        if not good:
            print("loss", i, "is not finite", file=sys.stderr)
    kept = jnp.where(finite, sums, 0.0)
    return jnp.sum(kept, dtype=jnp.promote_types(jnp.float32, kept.dtype))
