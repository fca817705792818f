import random

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def projected(x):
    basis = np.random.RandomState(0).normal(size=(x.shape[-1], 4))
    other = np.random.default_rng(seed=1).normal(size=(x.shape[-1], 4))
    order = random.Random(3).sample(range(4), 4)
    return x @ jnp.asarray(basis + other)[:, jnp.array(order)]


@jax.jit
def reseeded(x):
    np.random.seed(7)
    return x * np.random.normal(size=x.shape)
