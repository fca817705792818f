import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.array([0, 1, 2, 1]), jnp.array([0, 1, 2, 2]), 3)


def run(predicted, labels, classes):
    """Recall averaged over the classes that occur."""
    def recall(c):
        mine = labels == c
        return jnp.sum(mine & (predicted == c)) / jnp.maximum(mine.sum(), 1)

    return jax.vmap(recall)(jnp.arange(classes)).mean()
