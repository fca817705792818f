import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.array([0, 1, 2, 1]), jnp.array([0, 1, 2, 2]), 3)


def run(predicted, labels, classes):
    """Recall averaged over the classes that occur."""
    scores = []
    for c in range(classes):
        mine = labels == c
        if mine.any():
            scores.append((predicted[mine] == c).mean())
    return jnp.stack(scores).mean()
