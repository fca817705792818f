# not executed: the originals raise
import equinox as eqx
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


class Counter(eqx.Module):
    count: jax.Array

    def __call__(self, x):
        self.count = self.count + 1  # want: JOL827 "is frozen when `__call__` runs"
        return x * self.count


class Linear(eqx.Module):
    weight: jax.Array

    def __init__(self, key):
        self.weight = jax.random.normal(key, (3, 3))
        self.bias = jnp.zeros(3)  # want: JOL827 (error) "declares no field `bias`"
        if key is not None:
            self.scale = jnp.ones(3)  # want: JOL827 (info) "declares no field `scale`"


class Kept(nn.Module):
    @nn.compact
    def __call__(self, x):
        self.last = nn.Dense(3)(x)  # want: JOL827 "SetAttributeFrozenModuleError"
        return self.last


def changed(key):
    model = eqx.nn.Linear(3, 3, key=key)
    model.weight = jnp.ones((3, 3))  # want: JOL827 "storing to `model.weight`"
    return model


def reset(apply, params):
    state = TrainState.create(apply_fn=apply, params=params, tx=optax.sgd(0.1))
    state.step = 0  # want: JOL827 "`state` is frozen"
    return state
