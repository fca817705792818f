# Starts of weights, tables that are kept elsewhere or stopped, whole numbers, and static fields.
import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx
from frozen import buffer


class Rotary(eqx.Module):
    cos: jax.Array
    places: jax.Array
    scale: jax.Array
    mask: jax.Array
    noise: jax.Array
    made: jax.Array
    sizes: np.ndarray = eqx.field(static=True)

    def __init__(self, length, width, key):
        self.cos = jnp.cos(jnp.arange(length))
        self.places = jnp.arange(length)
        self.scale = jnp.ones(width)
        self.mask = jnp.linspace(0, 1, width) > 0.5
        self.noise = jnp.sin(jax.random.normal(key, (width,)))
        self.made = buffer(jnp.sin(jnp.arange(length)))
        self.sizes = np.linspace(0, 1, width)

    def __call__(self, x):
        cos = jax.lax.stop_gradient(self.cos)
        return x * cos * self.scale + self.noise


class Filter(nn.Module):
    @nn.compact
    def __call__(self, x):
        table = self.variable("constants", "table", lambda: jnp.hanning(8))
        scale = self.variable("params", "scale", lambda: jnp.zeros(8))
        start = self.param("start", nn.initializers.normal(), (8,))
        return x * table.value * scale.value + start


class Positions(nnx.Module):
    def __init__(self, width):
        self.table = nnx.Variable(jnp.sin(jnp.arange(width)))
        self.scale = nnx.Param(jnp.zeros(width))

    def __call__(self, x):
        return x * self.scale + self.table


class NoModule:
    def __init__(self, width):
        self.cos = jnp.cos(jnp.arange(width))


class Decay(eqx.Module):
    # Rates of forgetting begin as powers, and are learned.
    rates: jax.Array
    places: jax.Array
    stopped: jax.Array

    def __init__(self, width):
        self.rates = jnp.exp(-jnp.arange(width) / width)
        self.places = jnp.arange(width)
        self.stopped = jnp.exp(-jnp.arange(width) / width)

    def __call__(self, state, x):
        return state * jnp.exp(-self.rates) + x * self.places


class Waves(eqx.Module):
    rates: jax.Array
    places: jax.Array
    drawn: jax.Array

    def __init__(self, width, key):
        self.rates = jnp.exp(-jnp.arange(width) / width)
        self.places = jnp.arange(width)
        self.drawn = jax.random.normal(key, (width,)) * jnp.exp(-jnp.arange(width))

    def __call__(self, t):
        angles = t * jax.lax.stop_gradient(self.rates)
        angles = angles + self.places + self.drawn
        return jnp.concatenate([jnp.sin(angles), jnp.cos(angles)])


@eqx.filter_value_and_grad
def loss(model, x):
    return jnp.mean(model(x) ** 2)
