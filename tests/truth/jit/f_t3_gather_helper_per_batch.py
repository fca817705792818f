"""A helper builds and calls a `pmap` of a lambda; it is called once per batch."""

import jax
import numpy as np
from flax import jax_utils


def score(iterator, p_eval, state, steps):
    scores, names = [], []
    for _ in range(steps):
        batch = next(iterator)
        name = batch.pop("name")
        out = p_eval(state, batch)
        all_out, all_names = gathered((out, name))
        scores.append(np.concatenate(all_out, axis=0))
        names.append(np.concatenate(all_names, axis=0))
    return scores, names


def gathered(tree):
    return jax_utils.unreplicate(
        jax.pmap(lambda v: jax.lax.all_gather(v, "dev"), "dev")(tree)  # want: JOL102
    )
