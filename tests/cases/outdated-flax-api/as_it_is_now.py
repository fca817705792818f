"""What newer releases take, what older ones took as a whole, and dictionaries of others."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
import torch
from flax import nnx
from torch import optim

try:
    from flax import optim as old_optim
except ImportError:
    import optax as old_optim


class CNN(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(10)(x)


def create(seed):
    variables = CNN().init(jax.random.key(seed), jnp.zeros((1, 32)))
    params = variables.pop("params")
    return params, variables


def shapes(table):
    rows, columns = table.pop("shape")
    settings = {"shape": (3, 4)}
    height, width = settings.pop("shape")
    return rows, columns, height, width


def told(model, grads):
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
    optimizer.update(model, grads)


def told_by_name(model, grads):
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
    optimizer.update(model=model, grads=grads)
    optimizer.update(grads, model=model)


def old_throughout(model, grads):
    optimizer = nnx.Optimizer(model, optax.adam(1e-2))
    optimizer.update(grads)


def not_shown(model):
    return nnx.Optimizer(model, optax.adam(1e-2))


def beside(model, grads, state):
    optimizer = nnx.Optimizer(model, optax.adam(1e-2))
    tx = optax.sgd(0.1)
    return tx.update(grads, state), optimizer, optim.Adam, torch, old_optim


class Memory(nn.Module):
    size: int

    @nn.compact
    def __call__(self, carry, x, options):
        cell = nn.GRUCell(features=self.size)
        other = nn.LSTMCell(self.size)
        return cell(carry, x), other, nn.SimpleCell(**options)

    def start(self, batch):
        cell = nn.GRUCell(features=self.size)
        return cell.initialize_carry(jax.random.key(0), (batch, self.size))


def thawed(model, table, frozen, x):
    layers = model.unfreeze()
    rows = frozen["params"].unfreeze()
    variables = table.make(x)
    return layers, rows, variables["params"].unfreeze()


def in_order(model, x):
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
    grads = nnx.grad(lambda m: m(x).sum())(model)
    optimizer.update(model, grads)
