# not executed: how often they turn is the point
"""How many copies of its body jit makes of a loop is left to a default."""

from dataclasses import dataclass
from functools import partial

import jax
import jax.numpy as jnp


@dataclass(frozen=True)
class Settings:
    steps: int = 64
    few: int = 4


@partial(jax.jit, static_argnums=(0,))
def rollout(settings: Settings, x, w):
    out = []
    for _ in range(settings.steps):  # want: JOL202 (warning) "its compile time"
        x = jnp.tanh(w @ x)
        out.append(x)
    return jnp.stack(out)


@partial(jax.jit, static_argnums=(0,))
def short(settings: Settings, x, w):
    out = []
    for _ in range(settings.few):  # want: JOL202 (info) "jit unrolls this loop"
        x = jnp.tanh(w @ x)
        out.append(x)
    return jnp.stack(out)
