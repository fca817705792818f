"""Copies that are trained, fields of their own, and optimizers that leave the copy out."""

import optax
from states import TrainState


def begins_alike(model, params, rate):
    # Both are trained from here on.
    state = TrainState.create(model, params, tx=optax.adam(rate))
    params = state.params
    params["decoder"] = params["encoder"]
    return state


def masked(model, params, rate, mask):
    state = TrainState.create(model, params, tx=optax.masked(optax.adam(rate), mask))
    params = state.params
    params["slow"] = params["fast"]
    return state


def by_labels(model, params, rate, labels):
    tx = optax.multi_transform({"on": optax.adam(rate), "off": optax.set_to_zero()}, labels)
    state = TrainState.create(model, params, tx=tx)
    weights = state.params
    weights["slow"] = weights["fast"]
    return state


def without_moments(model, params, rate):
    state = TrainState.create(model, params, tx=optax.sgd(rate))
    weights = state.params
    weights["slow"] = weights["fast"]
    return state


def apart(model, params, rate):
    return TrainState.create(model, params, tx=optax.adam(rate), target_params=params)


def update(state, new):
    state.params["slow"] = new
    return state


def of_something_else(config):
    config["slow"] = config["fast"]
    return config
