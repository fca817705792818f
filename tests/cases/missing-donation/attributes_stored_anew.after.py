# not executed: the networks are elsewhere
"""Records whose attributes a step stores anew, and gives back."""

from functools import partial

import jax
import jax.numpy as jnp
import optax

from my_project import Record, begin

tx = optax.adam(1e-3)


def loss(weights, batch):
    return jnp.mean((batch @ weights) ** 2)


@partial(jax.jit, donate_argnames=("theta", "states"))
def train_step(theta, states, batch):
    grads = jax.grad(loss)(theta.policy, batch)
    updates, states.policy = tx.update(grads, states.policy)
    theta.policy = optax.apply_updates(theta.policy, updates)
    return theta, states


def train(key, batches):
    theta = begin(key)
    states = Record(policy=tx.init(theta.policy))
    for batch in batches:
        theta, states = train_step(theta, states, batch)
    return theta


# What it stores in another record is none of it.
@jax.jit
def measured(theta, batch):
    shown = Record()
    shown.norm = jnp.sum(theta.policy**2)
    shown.loss = loss(theta.policy, batch)
    return shown


def measure(theta, batches):
    for batch in batches:
        shown = measured(theta, batch)
    return shown
