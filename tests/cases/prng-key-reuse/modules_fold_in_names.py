"""flax folds the name of each stream and the path of each module into the key that it is given."""
import jax
from flax import linen as nn
from jax import random


def init(model, key, x):
    return model.init({"params": key, "dropout": key}, x)


def two_networks(actor, critic, key, obs):
    return actor.init(key, obs), critic.init(key, obs)


def same_mask_twice(model, params, x, key):
    y = model.apply(params, x, rngs={"dropout": key, "noise": key})
    z = model.apply(params, x + 1, rngs={"dropout": key})
    return y - z


class Block(nn.Module):
    @nn.compact
    def __call__(self, x, rngs):
        for layer in self.layers:
            x = layer(x, rngs=rngs)
        return x


def evaluate(model, params, batches, key):
    return [model.apply(params, b, rngs={"sampling": key}) for b in batches]
