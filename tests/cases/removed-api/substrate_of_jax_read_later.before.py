# not executed: what is read of the module fails
"""The import passes, as the parts of the module are imported when they are read."""

import jax.numpy as jnp
from tensorflow_probability.substrates import jax as tfp


def act(key, mean):
    return tfp.distributions.Normal(mean, 1.0).sample(seed=key)


tfb = tfp.bijectors  # want: JOL702 "no release of TensorFlow Probability up to 0.25.0"

print(tfb.Tanh().forward(jnp.zeros(3)))
