import jax.numpy as jnp
import optax
from flax import nnx


class Encoder(nnx.Module):
    def __init__(self, dim, depth, *, rngs):
        self.layers = nnx.List([nnx.Linear(dim, dim, rngs=rngs) for _ in range(depth)])
        self.drop = nnx.Dropout(0.1, rngs=rngs)

    def __call__(self, x):
        for layer in self.layers:
            x = self.drop(nnx.relu(layer(x)))
        return x


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return loss


def fit(batches):
    model = Encoder(32, 3, rngs=nnx.Rngs(params=0, dropout=1))
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
    model.train()
    for x, y in batches:
        train_step(model, optimizer, x, y)
    model.eval()
    return model
