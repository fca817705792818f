# not executed: the originals raise
from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import struct
from flax.training.train_state import TrainState


class Critic(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(1)(nn.Dense(32, name="encoder")(x))


def subset(key, params, count):
    if "ensemble" in params:
        rows = jax.random.choice(key, 10, (count,), replace=False)
        some = jax.tree.map(lambda leaf: leaf[rows], params["ensemble"])
        params = params.copy(add_or_replace={"ensemble": some})  # want: JOL713 "`params` is a plain dictionary since Flax 0.7.1"
    return params


def with_encoder(source, target):
    shared = {k: v for k, v in source.params.items() if "encoder" in k}
    return target.replace(params=target.params.copy(add_or_replace=shared))  # want: JOL713 "it raises TypeError"


def loaded(params, weights):
    params = params.unfreeze()  # want: JOL713 "has no `unfreeze`"
    params["encoder"]["kernel"] = weights
    return params


class Agent(struct.PyTreeNode):
    critic: TrainState
    target: TrainState

    @classmethod
    def create(cls, key, x):
        model = Critic()
        params = model.init(key, x)["params"]
        tx = optax.adam(1e-3)
        critic = TrainState.create(apply_fn=model.apply, params=params, tx=tx)
        target = TrainState.create(apply_fn=model.apply, params=params, tx=optax.set_to_zero())
        return cls(critic=critic, target=with_encoder(critic, target))

    def values(self, key, x):
        params = subset(key, self.target.params, 2)
        return self.target.apply_fn({"params": params}, x)


@partial(jax.jit, static_argnames="width")
def start(key, weights, width):
    variables = Critic().init(key, jnp.ones((1, width)))
    merged = variables["params"].copy({"bias": jnp.zeros(width)})  # want: JOL713 "`copy` that takes nothing"
    return loaded(variables["params"], weights), merged
