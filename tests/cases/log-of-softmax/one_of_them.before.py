import jax
from jax import nn
from jax import numpy as jnp


def of_action(logits, action):
    return jnp.log(nn.softmax(logits)[action])  # want: JOL505 "`nn.softmax`"


def first(distances):
    # The first is the positive one.
    return -jnp.log(nn.softmax(-distances)[0])  # want: JOL505


def of_state(params, state, action):
    return jnp.log(nn.softmax(params, axis=1)[state][action])  # want: JOL505


def outside(params, state, action):
    return jnp.log(nn.softmax(params, -1))[state, action]  # want: JOL505


def run(x):
    return of_action(x[0], 2) + first(x[1]), of_state(x, 1, 2), outside(x, 1, 0)


def inputs(key):
    return (jax.random.normal(key, (2, 3)),)
