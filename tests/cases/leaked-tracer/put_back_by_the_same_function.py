"""Traced values that the same function takes out again, whichever way it goes."""

from functools import partial

import jax
import jax.numpy as jnp

_KEYS = []
_SCOPE = {}


class Network:
    def __init__(self, weights):
        self.weights = weights

    def __call__(self, x):
        return x @ self.weights

    @partial(jax.jit, static_argnums=0)
    def loss(self, weights, x):
        own = self.weights
        self.weights = weights
        y = self(x)
        self.weights = own
        return jnp.mean(y**2)

    @partial(jax.jit, static_argnums=0)
    def safe_loss(self, weights, x):
        own, self.weights = self.weights, weights
        try:
            return jnp.mean(self(x) ** 2)
        finally:
            self.weights = own


def bound(network):
    @jax.jit
    def apply(weights, x):
        fields = dict(network.__dict__)
        network.weights = weights
        out = network(x)
        network.__dict__.update(fields)
        return out

    return apply, network.weights


@jax.jit
def noisy(key, x):
    _KEYS.append(key)
    _SCOPE["key"] = key
    y = x + jax.random.normal(_KEYS[-1], x.shape) * jax.random.uniform(_SCOPE["key"])
    _KEYS.pop()
    del _SCOPE["key"]
    return y


print(_KEYS, _SCOPE)
