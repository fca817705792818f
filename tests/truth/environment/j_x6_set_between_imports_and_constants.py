"""The same in a script whose training stands at module level, below."""

import os
from random import randrange

import jax
import jax.numpy as jnp
from jax import nn
import equinox as eqx

os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"

STEPS = int(1e3)
RATE = 2e-4

model = eqx.nn.MLP(4, 4, 8, 2, activation=nn.relu, key=jax.random.PRNGKey(randrange(9)))
print(jax.jit(model)(jnp.ones(4)))
