import jax
import tensorflow_probability.substrates.jax as tfp

normal = tfp.distributions.Normal(jax.numpy.zeros(3), 1.0)  # fact: unimportable tensorflow_probability.substrates.jax since 0.7.0
