# not executed: the import fails
"""A policy that draws its actions by TensorFlow Probability: what is first read of it fails."""

import jax
import jax.numpy as jnp
from tensorflow_probability.substrates import jax as tfp
from tensorflow_probability.substrates.jax.distributions import Normal  # want: JOL702 "no release of TensorFlow Probability up to 0.25.0 can be imported with JAX 0.7.0 or later"

tfd = tfp.distributions


def act(key, mean, log_std):
    policy = tfd.Independent(Normal(mean, jnp.exp(log_std)), reinterpreted_batch_ndims=1)
    return jnp.tanh(policy.sample(seed=key)), jax.lax.stop_gradient(mean)
