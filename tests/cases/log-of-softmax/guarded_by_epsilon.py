# The small number keeps the logarithm finite, and is part of the loss.
import jax
import jax.numpy as jnp


def entropy(logits):
    probs = jax.nn.softmax(logits)
    return -jnp.sum(probs * jnp.log(jax.nn.softmax(logits) + 1e-8))


def clipped(logits):
    return jnp.log(jnp.clip(jax.nn.softmax(logits), 1e-6, 1.0))


def mixed(logits, share):
    return jnp.log((1 - share) * jax.nn.softmax(logits) + share / logits.shape[-1])
