# not executed: there is no fix
"""Target networks in the tree that is trained."""

import jax
import optax
from flax.core import freeze, unfreeze
from states import TrainState


class Agent:
    @classmethod
    def create(cls, model, example, rate):
        params = model.init(jax.random.key(0), example)["params"]
        tx = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(rate))
        network = TrainState.create(model, params, tx=tx)
        weights = network.params
        weights["net_target_value"] = weights["net_value"]  # want: JOL322 "`optax.adamw` keeps moments"
        return cls(network)

    def follow(self, network, name, tau):
        new = jax.tree.map(
            lambda p, t: p * tau + t * (1 - tau),
            self.network.params[f"net_{name}"],
            self.network.params[f"net_target_{name}"],
        )
        network.params[f"net_target_{name}"] = new


def create(model, params, rate):
    tx = optax.adam(rate)
    state = TrainState.create(model, params, tx=tx)
    params = unfreeze(state.params)
    params["slow"] = params["fast"]  # want: JOL322 "copy of `params"
    return state.replace(params=freeze(params))


def update(state, average):
    params = unfreeze(state.params)
    params["slow"] = average(params["slow"], params["fast"])
    return state.replace(params=freeze(params))


def by_another_name(model, params, rate, decay):
    if decay:
        tx = optax.adamw(rate, weight_decay=decay)
    else:
        tx = optax.adam(rate)
    state = TrainState.create(model, params, tx=tx)
    weights = params
    weights["slow"] = weights["fast"]  # want: JOL322 "optax.adamw"
    return state
