"""A model that is put back in training mode before it is trained again."""

import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 8, rngs=rngs)
        self.drop = nnx.Dropout(0.3, rngs=rngs)

    def __call__(self, x):
        return self.drop(nnx.relu(self.hidden(x)))


@nnx.jit
def fit_step(net, optimizer, x):
    grads = nnx.grad(lambda n: jnp.mean(n(x) ** 2))(net)
    optimizer.update(net, grads)


def main(batches, x):
    net = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(net, optax.sgd(1e-2), wrt=nnx.Param)
    for batch in batches:
        net.train()
        fit_step(net, optimizer, batch)
        net.eval()
        print(jnp.mean(net(x)))
