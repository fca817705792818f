"""Each turn leaves another item out of a list: nothing that alternates or differs at an end."""

import jax.numpy as jnp


def all_agree(means, limit, count):
    good = jnp.ones((), dtype=bool)
    for left_out in range(count):
        rows = jnp.stack([means[m] for m in range(count) if m != left_out])
        good = good & (jnp.linalg.norm(rows - rows.mean(0)) < limit)
    return good
