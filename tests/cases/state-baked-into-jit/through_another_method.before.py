# not executed: reported only
"""The method that is compiled is named, however far the one that reads is away from it."""

from functools import partial

import jax
import jax.numpy as jnp


class Trainer:
    def __init__(self, scale):
        self.scale = scale

    def anneal(self):
        self.scale = self.scale * 0.5

    @partial(jax.jit, static_argnums=0)
    def update(self, params, images):
        return params - jax.grad(lambda p: self._loss(p, images))(params)

    def _loss(self, params, images):
        return jnp.mean(self._forward(params, images) ** 2)

    def _forward(self, params, images):
        return images @ params * self.scale  # want: JOL112 "`update` leads to `_forward`"
