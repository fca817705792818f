# not executed: there is no fix
import functools

import equinox as eqx
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


def block(params, x):
    return jnp.tanh(x @ params)


def features(params, x):
    jax.checkpoint(block)  # want: JOL806 "leaves `block` as it was"
    for layer in params:
        x = block(layer, x)
    return x


class Trainer:
    def __init__(self, update):
        self.update = update
        jax.jit(self.update, donate_argnums=0)  # want: JOL806 "leaves `self.update` as it was"

    def train(self, state, batches, host):
        for batch in batches:
            state = self.update(state, batch)
            jax.device_put(state.opt_state, host)  # want: JOL806 "leaves `state.opt_state`"
        return state


@functools.partial(jax.pmap, axis_name="data")
def gradients(params, batch):
    grads = jax.grad(lambda p: jnp.mean(block(p, batch)))(params)
    jax.lax.pmean(grads, "data")  # want: JOL806 "nothing but give a result"
    return grads


def scores(model, batches):
    eqx.nn.inference_mode(model)  # want: JOL806 "nothing but give a result"
    return [jax.vmap(model)(batch) for batch in batches]
