import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (3 * jax.random.normal(k1, (16, 7)), jax.random.randint(k2, (16,), 0, 7))


def run(logits, labels):
    """Mean cross-entropy against targets smoothed by 0.1."""
    classes = logits.shape[-1]
    target = 0.9 * jax.nn.one_hot(labels, classes) + 0.1 / classes
    return -jnp.mean(jnp.sum(target * jax.nn.log_softmax(logits), axis=-1))
