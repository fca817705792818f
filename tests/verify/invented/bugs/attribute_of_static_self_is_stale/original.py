import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (8,)), 1.5


class Amplifier:
    def __init__(self):
        self.gain = 1.0

    def __call__(self, x):
        return jnp.tanh(self.gain * x)


AMPLIFIER = Amplifier()


def run(x, gain):
    """The saturated signal after setting the gain."""
    AMPLIFIER.gain = gain
    return AMPLIFIER(x)
