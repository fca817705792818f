# not executed: it sets variables that JAX would take
"""Variables that say, too late, what JAX does anyway."""

import os

import jax
import jax.numpy as jnp

DEBUG = "0"
os.environ["JAX_ENABLE_X64"] = "False"  # want: JOL901 (info) "no effect, and is the default"
os.environ["JAX_DEBUG_NANS"] = DEBUG  # want: JOL901 (info) "the default besides"
os.environ["JAX_DISABLE_JIT"] = "1"  # want: JOL901 (warning) "it has no effect"
x = jnp.ones(3)
os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "true"  # want: JOL901 (info) "the default besides"


def inputs(key):
    return (jax.random.normal(key, (3,)),)


def run(y):
    return x + y
