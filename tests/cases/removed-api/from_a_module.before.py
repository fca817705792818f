# not executed: the modules are gone
"""Names out of modules that JAX moved or dropped, which no table lists one by one."""

import jax.numpy as jnp
from jax.experimental.optimizers import pack_optimizer_state, unpack_optimizer_state  # want: JOL702 "`jax.experimental.optimizers` was removed in JAX 0.3.16: importing it raises ImportError"
from jax.experimental.stax import (  # the layers
    Dense,  # want: JOL702 "`jax.experimental.stax` was removed in JAX 0.3.16"
    Relu,
)
from jax.experimental.maps import ResourceEnv  # want: JOL702 "`jax.experimental.maps` was removed"


def layers():
    return Dense(4), Relu, ResourceEnv, jnp.zeros(2)


def kept(state):
    return unpack_optimizer_state(pack_optimizer_state(state))
