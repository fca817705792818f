"""A look at the shapes before the training begins, and a model without such layers."""

import jax.numpy as jnp
import optax
from flax import nnx


class Drop(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.hidden(x))


class Plain(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 16, rngs=rngs)
        self.drop = nnx.Dropout(0.0, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.hidden(x))


@nnx.jit
def step(model, optimizer, x):
    grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(model, grads)


drop, plain = Drop(nnx.Rngs(0)), Plain(nnx.Rngs(0))
first = Drop(nnx.Rngs(0))
print(first(jnp.ones((1, 4))).shape)
optimizer = nnx.Optimizer(first, optax.adam(1e-3), wrt=nnx.Param)
other = nnx.Optimizer(plain, optax.adam(1e-3), wrt=nnx.Param)
for _ in range(100):
    step(first, optimizer, jnp.ones((8, 4)))
print(plain(jnp.ones((2, 4))))
