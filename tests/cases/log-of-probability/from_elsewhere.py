# What other files may give, what callers do not agree about, and functions that do more.
import jax
import jax.numpy as jnp


def likelihood(probs, labels):
    return -jnp.mean(jnp.log(probs) * labels)


def twice(logits, weights, labels):
    return likelihood(jax.nn.softmax(logits), labels) + likelihood(weights, labels)


def handed_on(probs):
    return jnp.log(probs)


# It may be called with anything.
scores = [handed_on, likelihood]
other = handed_on(jax.nn.softmax(jnp.ones(3)))


def smoothed(logits):
    return 0.9 * jax.nn.softmax(logits) + 0.1


def of_smoothed(logits):
    return jnp.log(smoothed(logits))


def either(logits, raw):
    if raw:
        return jnp.exp(logits)
    return jax.nn.softmax(logits)


def of_either(logits):
    return jnp.log(either(logits, False))
