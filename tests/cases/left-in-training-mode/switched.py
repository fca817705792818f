"""Files that speak of the mode, and passes that gradients go through."""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.hidden(x))


@nnx.jit
def step(model, optimizer, x):
    grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)


model = Net(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
for _ in range(100):
    step(model, optimizer, jnp.ones((8, 4)))
model.eval()
predictions = model(jnp.ones((2, 4)))


class Linen(nn.Module):
    @nn.compact
    def __call__(self, x, off):
        return nn.Dropout(0.5, deterministic=off)(nn.Dense(3)(x))


linen = Linen()


def accuracy(params, x, labels, key):
    logits = linen.apply(params, x, off=True, rngs={"dropout": key})
    return jnp.mean(jnp.argmax(logits, -1) == labels)


@jax.jit
def train(params, x, labels, key):
    def loss(p):
        logits = linen.apply(p, x, off=False, rngs={"dropout": key})
        hits = jnp.mean(jnp.argmax(logits, -1) == labels)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean(), hits

    return jax.value_and_grad(loss, has_aux=True)(params)
