# not executed: there is no fix
import jax
import jax.numpy as jnp
import optax
from flax import struct


@struct.dataclass
class State:
    step: int
    params: jax.Array


def returns(rewards, gamma):
    out = jnp.zeros_like(rewards)
    for step in range(10):
        out.at[step].set(rewards[step] * gamma)  # want: JOL806 "leaves `out` as it was"
    return out


class Buffer:
    def push(self, x):
        self.data.at[self.head].add(x)  # want: JOL806 "leaves `self.data` as it was"
        self.head += 1


@jax.jit
def embed(params, x):
    jax.lax.stop_gradient(params["table"])  # want: JOL806 "nothing but give a result"
    return x @ params["table"]


def update(state: State, params, updates):
    optax.apply_updates(params, updates)  # want: JOL806
    state.replace(params=params)  # want: JOL806 "leaves `state` as it was"
    jnp.clip(params, -1.0, 1.0)  # want: JOL806
    return state
