# not executed: there is no fix
import pickle

import h5py
import jax.numpy as jnp
import numpy as np
from flax import linen as nn
from scipy.signal import cont2discrete


class Encoder(nn.Module):
    path: str

    def setup(self):
        weights = pickle.load(open(self.path, "rb"))  # want: JOL127 (info) "`setup` of `Encoder` reads a file"
        self.kernel = self.param("kernel", lambda key: weights["kernel"])

    def __call__(self, x):
        return x @ self.kernel


class Perceptual(nn.Module):
    path: str

    @nn.compact
    def __call__(self, x):
        weights = h5py.File(self.path, "r")  # want: JOL127 (info) "`__call__` of `Perceptual` reads a file .`h5py.File`. at every"
        return nn.Dense(3)(x) + jnp.asarray(weights["bias"])


class Memory(nn.Module):
    size: int

    def setup(self):
        self.transition = self.matrices()  # want: JOL127 (info) "decomposes a matrix on the host .`cont2discrete` on line 40"

    def matrices(self):
        a = -np.tri(self.size)
        system = a, np.ones((self.size, 1)), np.ones((1, self.size)), np.zeros((1,))
        return cont2discrete(system, dt=1.0)[0]

    def __call__(self, x):
        return x @ self.transition
