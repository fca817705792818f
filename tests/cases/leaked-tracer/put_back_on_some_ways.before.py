"""What is put back only where a branch is taken, or behind a way out, stays there otherwise."""

from functools import partial

import jax
import jax.numpy as jnp


class Network:
    def __init__(self, weights, restore):
        self.weights = weights
        self.restore = restore
        self.last = None

    def __call__(self, x):
        return x @ self.weights

    @partial(jax.jit, static_argnums=0)
    def loss(self, weights, x):
        own = self.weights
        self.weights = weights  # want: JOL804 "keeps a traced value"
        y = self(x)
        if self.restore:
            self.weights = own
        return jnp.mean(y**2)

    @partial(jax.jit, static_argnums=0)
    def early(self, weights, x):
        own = self.weights
        self.weights = weights  # want: JOL804 "keeps a traced value"
        if self.restore:
            return self(x)
        self.weights = own
        return jnp.mean(x**2)


def report(network):
    print(network.weights)
