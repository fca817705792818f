"""Copies of dictionaries that `init` did not give, or that take nothing."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


class Critic(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(x)


def augmented(batch, key):
    noise = jax.random.normal(key, batch["pixels"].shape)
    batch = batch.copy(add_or_replace={"pixels": batch["pixels"] + noise})
    return batch.unfreeze()


def relabelled(config, rate):
    return config.copy({"rate": rate})


def rebuilt(params):
    params = dict_of(params)
    params = params.copy({"bias": 0.0})
    return params


def asked(params):
    if not isinstance(params, dict):
        params = params.unfreeze()
    return params


def dict_of(tree):
    return tree


def main(key, frame):
    model = Critic()
    params = model.init(key, jnp.ones((1, 4)))["params"]
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.sgd(0.1))
    snapshot = state.params.copy()
    frame = frame.copy({"loss": 0.0})
    return rebuilt(params), asked(params), snapshot, frame
