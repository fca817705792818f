"""`self` is static and its weights are read: they become constants of the program."""

import dataclasses
import functools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


@dataclasses.dataclass
class Detector:
    name: str
    module: Any
    variables: dict[str, Any]

    def __eq__(self, other):
        return isinstance(other, Detector) and self.name == other.name

    def __hash__(self):
        return hash(self.name)

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
