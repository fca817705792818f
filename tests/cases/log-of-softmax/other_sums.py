# What the logarithm is of is made from probabilities, and is none.
import jax
import jax.numpy as jnp


def complement(x):
    return jnp.log(1 - jax.nn.sigmoid(x))


def between(upper, lower):
    return jnp.log(jax.nn.sigmoid(upper) - jax.nn.sigmoid(lower))


def of_a_group(logits, members):
    return jnp.log(jnp.sum(jax.nn.softmax(logits)[members]))


def shifted(logits):
    return jnp.log1p(jax.nn.softmax(logits))
