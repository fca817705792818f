"""Objects that are given back, that nothing changes, or that another jit takes care of."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Plain(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.out = nnx.Linear(3, 2, rngs=rngs)

    def __call__(self, x):
        return self.out(x)


class Frozen(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.norm = nnx.BatchNorm(3, use_running_average=True, rngs=rngs)
        self.drop = nnx.Dropout(0.0, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.norm(x))


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.norm = nnx.BatchNorm(3, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


@jax.jit
def predict(model: Plain, frozen: Frozen, x):
    return model(frozen(x))


@nnx.jit
def train_step(model: Net, optimizer: nnx.Optimizer, x):
    grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)


@jax.jit
def given_back(model: Net, optimizer: nnx.Optimizer, x):
    grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)
    return model, optimizer


@jax.jit
def taken_out(model: Net, x):
    y = model(x)
    return y, nnx.state(model)


@jax.jit
def functional(graphdef, state, x):
    model = nnx.merge(graphdef, state)
    y = model(x)
    return y, nnx.split(model)[1]


@jax.jit
def by_optax(params, opt_state, grads):
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


optimizer = optax.adam(1e-3)
