# What other files may give, what callers do not agree about, and functions that do more.
import flax.linen as nn
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


class Network(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dense(4)(x)
        if x.shape[0] > 4:
            return nn.softplus(x), nn.softmax(x)
        return nn.softmax(x), nn.softplus(x)


class Rate(nn.Module):
    @nn.compact
    def __call__(self, x):
        gate = nn.sigmoid(nn.Dense(4)(x))
        return nn.softplus(nn.Dense(4)(x)) * gate


def of_networks(params, x):
    first, second = Network().apply(params, x)
    rate = Rate().apply(params, x)
    *others, last = Network().apply(params, x)
    return jnp.log(first), jnp.log(second), jnp.log(rate), jnp.log(last), others
