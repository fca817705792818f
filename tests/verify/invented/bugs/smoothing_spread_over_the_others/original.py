import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 5)), jnp.arange(6) % 5, 0.1)


def run(logits, labels, amount):
    """Cross entropy with labels smoothed to (1 - amount) + amount / classes."""
    target = jax.nn.one_hot(labels, logits.shape[-1]) * (1 - amount) + amount / logits.shape[-1]
    return -jnp.mean(jnp.sum(target * jax.nn.log_softmax(logits), -1))
