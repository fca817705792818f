# not executed: a network of NNX
"""Methods of networks that hold their weights, compiled with a static `self`."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import nnx


class Policy(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(8, 16, rngs=rngs)
        self.head = nnx.Linear(16, 2, rngs=rngs)
        self.scale = 2.0

    def __call__(self, x):
        return self.head(nnx.relu(self.hidden(x)))

    @partial(jax.jit, static_argnums=0)
    def act(self, x, key):
        logits = self(x)  # want: JOL112 (info) "`act` compiles the weights of `self` in"
        return jax.random.categorical(key, logits)

    @partial(jax.jit, static_argnames=("self",))
    def features(self, x):
        return self.hidden(x)  # want: JOL112 (info) "`features` compiles the weights"

    # It takes the object apart, and puts it together again.
    @nnx.jit
    def value(self, x):
        return self.head(self.hidden(x)).mean()

    @partial(jax.jit, static_argnums=0)
    def scaled(self, x):
        return jnp.tanh(x) * self.scale
