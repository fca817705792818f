"""Models that are put in evaluation mode for good, each of them made anew, or without such layers."""

import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 8, rngs=rngs)
        self.drop = nnx.Dropout(0.3, rngs=rngs)

    def __call__(self, x):
        return self.drop(nnx.relu(self.hidden(x)))


class Plain(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 8, rngs=rngs)

    def __call__(self, x):
        return nnx.relu(self.hidden(x))


@nnx.jit
def fit_step(net, optimizer, x):
    grads = nnx.grad(lambda n: jnp.mean(n(x) ** 2))(net)
    optimizer.update(net, grads)


def measured(net, x):
    net.eval()
    return jnp.mean(net(x) ** 2)


def after(batches, x):
    net = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(net, optax.sgd(1e-2), wrt=nnx.Param)
    for batch in batches:
        fit_step(net, optimizer, batch)
    return measured(net, x)


def each_seed(batches, x):
    for seed in range(3):
        one = Net(nnx.Rngs(seed))
        optimizer = nnx.Optimizer(one, optax.sgd(1e-2), wrt=nnx.Param)
        for batch in batches:
            fit_step(one, optimizer, batch)
        one.eval()
        print(jnp.mean(one(x)))


def until_good(batches, x):
    last = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(last, optax.sgd(1e-2), wrt=nnx.Param)
    for number, batch in enumerate(batches):
        fit_step(last, optimizer, batch)
        if number > 100:
            last.eval()
            print(jnp.mean(last(x)))
            break


def plain(batches, x):
    net = Plain(nnx.Rngs(0))
    optimizer = nnx.Optimizer(net, optax.sgd(1e-2), wrt=nnx.Param)
    for batch in batches:
        fit_step(net, optimizer, batch)
        net.eval()
        print(jnp.mean(net(x)))


def teacher(batches, x):
    guide, net = Net(nnx.Rngs(0)), Plain(nnx.Rngs(1))
    optimizer = nnx.Optimizer(net, optax.sgd(1e-2), wrt=nnx.Param)
    for batch in batches:
        guide.eval()
        fit_step(net, optimizer, batch - jnp.mean(guide(batch)))
