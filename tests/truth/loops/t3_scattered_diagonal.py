"""A diagonal of labels is written entry by entry."""

import jax.numpy as jnp
import optax


def contrastive(scores: jnp.ndarray, mask: jnp.ndarray):
    n = scores.shape[0]
    labels = jnp.zeros((n, n, 2))
    for i in range(n):  # want: JOL201
        labels = labels.at[i, i, 0].set(jnp.squeeze(mask[i]))
    scores = jnp.where(labels[..., 0] > 0, scores, -1e9)
    return optax.softmax_cross_entropy(scores, labels[..., 0]).mean()
