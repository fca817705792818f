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
    def step(x, _):
        x = jnp.tanh(w @ x)
        return x, x

    _, out = jax.lax.scan(step, x, None, length=settings.steps)
    return out


@partial(jax.jit, static_argnums=(0,))
def short(settings: Settings, x, w):
    def step(x, _):
        x = jnp.tanh(w @ x)
        return x, x

    _, out = jax.lax.scan(step, x, None, length=settings.few)
    return out
