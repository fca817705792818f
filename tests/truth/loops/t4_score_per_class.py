"""A score for each class, computed by a function of columns."""

import jax
import jax.numpy as jnp


def binary_precision(y_true, y_score, positive=1):
    order = jnp.argsort(-y_score)
    hits = jnp.where(y_true[order] == positive, 1.0, 0.0)
    return jnp.sum(hits * jnp.cumsum(hits) / jnp.arange(1, hits.shape[0] + 1)) / jnp.sum(hits)


def average_precision(y_true, y_score, classes, average="macro", positive=1):
    if classes == 2:
        return binary_precision(y_true, y_score, positive)
    y_true = jax.nn.one_hot(y_true, classes)
    score = jnp.zeros((classes,), dtype=jnp.float32)
    for c in range(classes):  # want: JOL201
        score = score.at[c].set(
            binary_precision(y_true[:, c], y_score[:, c], positive=positive)
        )
    return jnp.mean(score) if average == "macro" else score
