# not executed: only the severity is looked at
from functools import partial

import jax


@partial(jax.jit, static_argnums=0)
def select(i, scores):
    if i == 0:
        return scores
    return scores[: i + 1]


def draft(model, scores):
    for i in range(model.steps):
        scores = select(i, scores)  # want: JOL107 (info)
    for i in range(100):
        scores = select(i, scores)  # want: JOL107 (warning)
    return scores
