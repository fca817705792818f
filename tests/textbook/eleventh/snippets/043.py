import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Model(nnx.Module):
    def __init__(self, *, rngs: nnx.Rngs):
        self.blocks = nnx.List([nnx.Linear(4, 4, rngs=rngs) for _ in range(2)])
        self.bn = nnx.BatchNorm(4, rngs=rngs)
        self.drop = nnx.Dropout(0.1, rngs=rngs)

    def __call__(self, x):
        for block in self.blocks:
            x = nnx.relu(block(x))
        return self.drop(self.bn(x)).sum(-1)


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(model):
        return jnp.mean((model(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


model = Model(rngs=nnx.Rngs(params=0, dropout=1))
optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(0), (16, 4))
for _ in range(3):
    model.train()
    train_step(model, optimizer, x, x.sum(-1))
    model.eval()
    print(model(x)[:2])
