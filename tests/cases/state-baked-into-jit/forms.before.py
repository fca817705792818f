# not executed: reported, there is no rewrite
from functools import partial

import jax
import jax.numpy as jnp
from flax import linen as nn


class Detector:
    def __init__(self, module, key, image):
        self.module = module
        self.variables = module.init(key, image)

    @partial(jax.jit, static_argnums=(0,))
    def embed(self, image):
        return self.module.apply(self.variables, image)  # want: JOL112 (info) "the arrays of `self.variables`"


class Trainer:
    def __init__(self, params, rate):
        self.params = params
        self.rate = rate
        self.target = params
        self._update = jax.jit(self._update_impl)

    def set_rate(self, rate):
        self.rate = rate

    def sync(self):
        self.target = self.params

    def _update_impl(self, params, x):
        loss = jnp.mean((x @ params - x @ self.target) ** 2)  # want: JOL112 (info) "what `sync` stores"
        return self._scaled(params), loss

    def _scaled(self, params):
        return params * self.rate  # want: JOL112 (info) "what `set_rate` stores"

    def fit(self, xs):
        for x in xs:
            self.params, loss = self._update(self.params, x)
        return loss


class Policy:
    def __init__(self):
        self.weights = jnp.zeros((4, 4))

    @partial(jax.jit, static_argnames=("self",))
    def act(self, x):
        def inner(v):
            return v @ self.weights

        return jax.vmap(inner)(x)


class Suite:
    def set_up(self, scale):
        self.scale = scale

    def start(self):
        self.warm = jax.jit(self.warmup)

    def warmup(self, x):
        return x * self.scale  # want: JOL112 (info) "what `set_up` stores"


class Annealed:
    def __init__(self):
        self.heat, self.turns = 1.0, 0

    def cool(self):
        self.heat = 0.9 * self.heat

    def count(self, n):
        self.turns = n

    @partial(jax.jit, static_argnums=0)
    def scale(self, x):
        return x * self.heat + self.turns  # want: JOL112 JOL112 (warning)

    def run(self, xs):
        for n, x in enumerate(xs):
            x = self.scale(x)
            self.count(n)


class Net(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(4)(x)
