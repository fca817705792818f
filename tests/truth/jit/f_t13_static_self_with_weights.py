"""`self` is static and its weights are read: they become constants of the program."""

import functools

import jax
import jax.numpy as jnp
import numpy as np


class Detector:
    def __init__(self, module, variables):
        self.module = module
        self.variables = variables

    def embed(self, image):
        return np.asarray(self._embed(image[None]))

    @functools.partial(jax.jit, static_argnums=(0,))
    def _embed(self, image):
        features = self.module.apply(
            self.variables,  # want: JOL112
            images=image,
            train=False,
            method=self.module.backbone,
        )
        b, _, _, c = features.shape
        return jnp.reshape(features, (b, -1, c))
