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
        self.cos = jnp.cos(table)  # want: JOL846 (info) "as an array in a field of its own.* `jnp.cos` makes"
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


class Time(eqx.Module):
    rates: jax.Array

    def __init__(self, width):
        step = jnp.log(1e4) / (width - 1)
        self.rates = jnp.exp(-step * jnp.arange(width))  # want: JOL846 "`jnp.arange` makes"

    def __call__(self, t):
        return jnp.concatenate([jnp.sin(t * self.rates), jnp.cos(t * self.rates)])


class Turning(eqx.Module):
    inverse: jax.Array

    def __init__(self, width, base=1e4):
        inverse = 1.0 / base ** (jnp.arange(0, width, 2) / width)
        self.inverse = inverse  # want: JOL846

    def __call__(self, x, t):
        return x * jnp.cos(t * self.inverse) + jnp.flip(x, -1) * jnp.sin(t * self.inverse)


@eqx.filter_value_and_grad
def loss(model, x):
    return jnp.mean(model(x) ** 2)
