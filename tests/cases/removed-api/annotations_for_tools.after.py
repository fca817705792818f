# not executed: the names are gone
"""Python does not evaluate these annotations: nothing fails when the program runs."""

from __future__ import annotations

import jax
import jax_dataclasses as jdc


def sample(key: jax.Array, n: int) -> jax.Array:
    draw: jax.Array = jax.random.normal(key, (n,))
    return draw


def default(key=jax.Array):
    return key


@jdc.jit
def evaluated(key: jax.Array):
    return jax.random.normal(key)
