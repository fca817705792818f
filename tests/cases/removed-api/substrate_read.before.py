# not executed: reading the substrate fails
import jax
import tensorflow_probability

tfp = tensorflow_probability.substrates.jax  # want: JOL702 "no release of TensorFlow Probability up to 0.25.0"
tfb = tensorflow_probability.substrates.jax.bijectors


class Squashed(tfp.distributions.TransformedDistribution):
    def __init__(self, inner):
        super().__init__(distribution=inner, bijector=tfb.Tanh())

    def mode(self):
        return jax.numpy.tanh(self.distribution.mode())
