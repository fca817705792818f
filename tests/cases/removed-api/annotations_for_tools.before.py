# not executed: the names are gone
"""Python does not evaluate these annotations: nothing fails when the program runs."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


def sample(key: jax.random.KeyArray, n: int) -> jnp.DeviceArray:  # want: JOL702 JOL702 "type checkers"
    draw: jnp.DeviceArray = jax.random.normal(key, (n,))  # want: JOL702 "get_type_hints"
    return draw


def default(key=jax.random.KeyArray):  # want: JOL702 "using it raises"
    return key


@jdc.jit
def evaluated(key: jax.random.KeyArray):  # want: JOL702 "using it raises"
    return jax.random.normal(key)
