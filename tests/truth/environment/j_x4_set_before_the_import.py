"""Set before JAX is imported."""

import os
import random

os.environ["XLA_PYTHON_CLIENT_MEM_FRACTION"] = "0.7"

import flax.linen as nn
import jax
import jax.numpy as jnp


def main():
    net = nn.Dense(4)
    params = net.init(jax.random.key(random.randrange(10)), jnp.ones((1, 4)))
    return jax.jit(net.apply)(params, jnp.ones((2, 4)))
