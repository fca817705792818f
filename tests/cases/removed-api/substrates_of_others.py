"""Imports of TensorFlow Probability that JAX has no part in, that are expected to fail, and a
Distrax that nothing here holds to an old release."""

import distrax
import jax
import jax.numpy as jnp
from tensorflow_probability.substrates import numpy as tnp

try:
    from tensorflow_probability.substrates import jax as tfp
except (ImportError, AttributeError):
    tfp = None


def spread(key, mean, scale):
    if tfp is None:
        return mean + scale * jax.random.normal(key, mean.shape)
    return tfp.distributions.Normal(mean, scale).sample(seed=key)


def total(x):
    return jnp.sum(distrax.Normal(0.0, 1.0).log_prob(x)), tnp.distributions.Normal(0.0, 1.0)
