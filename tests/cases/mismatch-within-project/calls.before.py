# not executed: the calls raise
import flax.linen as nn
import jax
import jax.numpy as jnp


def reverse(x, alpha, sigma, *, key):
    return x / jnp.sqrt(alpha) + sigma * jax.random.normal(key, x.shape)


class Diffuser:
    def __init__(self, steps, beta=0.1):
        self.steps = steps
        self.beta = beta

    def denoise(self, x, t):
        return x - self.beta * t

    def sample(self, x):
        return self.denoise(x)  # want: JOL862 "also needs `t`"

    @staticmethod
    def scaled(x, scale=2.0):
        return x * scale


class Trainer:
    def __init__(self, steps):
        self.diffuser = Diffuser(steps)

    def infer(self, x):
        return self.diffuser.denoise(x, 1, 2)  # want: JOL862 "takes 2 arguments by position, and is given 3"


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, time):
        return self.block(x)  # want: JOL862 "also needs `time`"

    def block(self, x, time):
        return nn.Dense(8)(x + time)


def main(x, key):
    diffuser = Diffuser()  # want: JOL862 "also needs `steps`"
    x = diffuser.scaled(x, scales=3.0)  # want: JOL862 "has no parameter `scales`"
    return reverse(x)  # want: JOL862 "also needs `alpha` and `sigma`, and 1 more"
