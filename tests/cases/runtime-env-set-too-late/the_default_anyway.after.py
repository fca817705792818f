# not executed: it sets variables that JAX would take
"""Variables that say, too late, what JAX does anyway."""

import os

os.environ["JAX_ENABLE_X64"] = "False"
os.environ["JAX_DISABLE_JIT"] = "1"
import jax
import jax.numpy as jnp

DEBUG = "0"
os.environ["JAX_DEBUG_NANS"] = DEBUG
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "true"
x = jnp.ones(3)


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(y):
    return x + y
