"""Objects that come in as arguments, are made within, are only read, or are changed untraced."""

import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Counter(nnx.Module):
    def __init__(self):
        self.calls = nnx.Variable(jnp.array(0))

    def read(self):
        return self.calls[...]


model = nnx.Linear(4, 1, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"))
counter = Counter()
rngs = nnx.Rngs(1)
drop = nnx.Dropout(0.5, rngs=rngs, deterministic=True)


@nnx.jit
def step(model, optimizer, metrics, counter, x, y):
    def loss_fn(model):
        return jnp.mean((model(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    metrics.update(loss=loss)
    counter.calls[...] += 1
    return loss


@nnx.jit
def within(x):
    streams = nnx.Rngs(0)
    own = Counter()
    own.calls[...] += 1
    return x + jax.random.normal(streams.params(), x.shape)


@nnx.jit
def reads(x):
    return drop(model(x)) * counter.read() + counter.calls[...]


def untraced(x, y):
    loss = step(model, optimizer, metrics, counter, x, y)
    metrics.update(loss=loss)
    counter.calls[...] += 1
    return jax.random.normal(rngs.noise(), x.shape)
