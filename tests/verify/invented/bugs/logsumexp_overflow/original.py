import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (5, 7)), jnp.array([0, 3, 6, 2, 1])


def run(logits, labels):
    """Negative log likelihood of each example."""
    def one(l, y):
        return -jax.nn.log_softmax(l)[y]
    return jnp.stack([one(logits[i], labels[i]) for i in range(logits.shape[0])])
