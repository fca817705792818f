"""Pairs of parameters, some that are not known, and other optimizers."""

import jax.numpy as jnp
import optax

slow = optax.lookahead(optax.sgd(0.1), sync_period=6, slow_step_size=0.5)
plain = optax.sgd(0.1)


def paired():
    weights = {"w": jnp.zeros(3)}
    weights = optax.LookaheadParams.init_synced(weights)
    return slow.init(weights)


def given(weights):
    return slow.init(weights)


def synced(weights):
    return slow.init(optax.LookaheadParams(fast=weights, slow=weights))


def other(fast):
    weights = {"w": jnp.zeros(3)}
    optimizer = slow if fast else plain
    return optimizer.init(weights), plain.init(weights)
