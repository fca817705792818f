# not executed: nothing is rewritten
"""Callbacks that may have effects, and call JAX while the device may wait for them."""

import logging

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import io_callback


def log(metrics):
    for name, value in metrics.items():
        if jnp.isnan(value):  # want: JOL836 (info) "calling `jnp.isnan` in it may wait forever"
            logging.warning("%s is not a number", name)


def keep(value):
    total = np.asarray(value).sum()
    logging.info("%s of type %s", total, jnp.dtype(value))
    return np.float32(total)


def train(state, batches):
    def step(state, batch):
        state = jnp.tanh(state + batch)
        jax.debug.callback(lambda metrics: log(metrics), {"mean": state.mean()})
        io_callback(keep, jax.ShapeDtypeStruct((), jnp.float32), state)
        return state, None

    return jax.lax.scan(step, state, batches)[0]


# What is given to others runs whenever they like.
def shown(state):
    jax.debug.callback(print, state)
    return state
