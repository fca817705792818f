import jax
import optax
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.l1 = nnx.Linear(256, 1024, rngs=rngs)
        self.drop = nnx.Dropout(0.3)
        self.l2 = nnx.Linear(1024, 1, rngs=rngs)

    def __call__(self, x, rngs):
        return self.l2(self.drop(nnx.relu(self.l1(x)), rngs=rngs))


@nnx.jit
def train_step(model, optimizer, x, y):
    rngs = nnx.Rngs(dropout=0)

    def loss_fn(m):
        return ((m(x, rngs) - y) ** 2).mean()

    grads = nnx.grad(loss_fn)(model)
    optimizer.update(model, grads)


def fit(loader):
    model = MLP(nnx.Rngs(1))
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
    for x, y in loader:
        train_step(model, optimizer, x, y)
    return model
