"""What is written into a slice of an object that nobody knows may be fetched there."""

import time

import jax
import jax.numpy as jnp
from simulator import Data


@jax.jit
def policy(x):
    return jnp.tanh(x @ x)


def run(x):
    data = Data()
    start = time.time()
    actions = policy(x)
    data.control[:] = actions[0]
    return time.time() - start
