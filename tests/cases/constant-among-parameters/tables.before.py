# not executed: there is no fix
import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import nnx


def angles(length, width):
    frequencies = 1.0 / 1e4 ** (jnp.arange(width) / width)
    return jnp.outer(jnp.arange(length), frequencies)


class Rotary(eqx.Module):
    cos: jax.Array
    sin: jax.Array

    def __init__(self, length, width):
        table = angles(length, width)
        self.cos = jnp.cos(table)  # want: JOL846 (warning) "as an array in a field of its own.* `jnp.cos` makes"
        self.sin = jnp.sin(table)

    def __call__(self, x):
        return x * self.cos[: x.shape[0]] + jnp.flip(x, -1) * self.sin[: x.shape[0]]


def low_pass(cutoff, size):
    window = jnp.kaiser(size, 8.0)
    time = jnp.arange(-size // 2, size // 2) + 0.5
    taps = 2 * cutoff * window * jnp.sinc(2 * cutoff * time)
    return (taps / taps.sum()).reshape(size, 1, 1)


class Filter(nn.Module):
    size: int = 12

    def setup(self):
        taps = low_pass(0.5, self.size)
        self.taps = self.variable("params", "taps", lambda: taps)  # want: JOL846 "in the collection `params`"
        self.window = self.variable("params", "window", lambda: jnp.hanning(self.size))

    def __call__(self, x):
        return jnp.convolve(x, self.taps.value[:, 0, 0]) * self.window.value


class Positions(nnx.Module):
    def __init__(self, width, rngs: nnx.Rngs):
        self.table = nnx.Param(jnp.sin(angles(64, width)))  # want: JOL846 "as an `nnx.Param`"
        self.dense = nnx.Linear(width, width, rngs=rngs)

    def __call__(self, x):
        return self.dense(x) + self.table


@eqx.filter_value_and_grad
def loss(model, x):
    return jnp.mean(model(x) ** 2)
