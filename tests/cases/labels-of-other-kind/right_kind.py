"""Labels of the kind that each loss takes, and labels from elsewhere."""

import jax
import optax


def numbers(key, logits):
    labels = jax.random.randint(key, (32,), 0, 10)
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()


def rows(logits, labels):
    return optax.softmax_cross_entropy(logits, jax.nn.one_hot(labels, 10)).mean()


def smoothed(logits, labels):
    rows = optax.smooth_labels(jax.nn.one_hot(labels, 10), 0.1)
    return optax.softmax_cross_entropy(logits, rows).mean()


def given(logits, labels, hard):
    loss = (
        optax.softmax_cross_entropy_with_integer_labels if hard else optax.softmax_cross_entropy
    )
    return loss(logits, labels).mean()
