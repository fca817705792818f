"""The things that are gone over are functions, and `np` is JAX."""

import jax
import jax.numpy as np


class Redshifts:
    def __call__(self, z: np.ndarray):
        return np.stack([pz(z) for pz in self.params], axis=0)


def evaluate(functions, x: np.ndarray):
    return np.array([f(x) for f in functions])
