# not executed: nothing is rewritten
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, width, rngs):
        self.hidden = nnx.Linear(4, width, rngs=rngs)
        self.drop = nnx.Dropout(0.3, rngs=rngs)
        self.out = nnx.Linear(width, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(self.drop(nnx.relu(self.hidden(x))))


@nnx.jit
def train_step(net, optimizer, x, y):
    grads = nnx.grad(lambda n: jnp.mean((n(x) - y) ** 2))(net)
    optimizer.update(net, grads)


def score(net, x, y):
    net.eval()  # want: JOL832 "`net` is never put back.*second turn.*`train_step`.*`Dropout`"
    return jnp.mean((net(x) - y) ** 2)


def report(net, x, y):
    print(score(net, x, y))


def main(batches, x, y):
    net = Net(32, nnx.Rngs(0))
    optimizer = nnx.Optimizer(net, optax.sgd(1e-2), wrt=nnx.Param)
    for _ in range(10):
        for batch in batches:
            train_step(net, optimizer, *batch)
        report(net, x, y)
