# not executed: the modules are gone
"""Names out of modules that JAX moved or dropped, which no table lists one by one."""

import jax.numpy as jnp
from jax.example_libraries.optimizers import pack_optimizer_state, unpack_optimizer_state
from jax.example_libraries.stax import (  # the layers
    Dense,
    Relu,
)
from jax.experimental.maps import ResourceEnv


def layers():
    return Dense(4), Relu, ResourceEnv, jnp.zeros(2)


def kept(state):
    return unpack_optimizer_state(pack_optimizer_state(state))
