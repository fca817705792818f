import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(5, 32, rngs=rngs)
        self.dropout = nnx.Dropout(0.5, rngs=rngs)
        self.head = nnx.Linear(32, 1, rngs=rngs)

    def __call__(self, x):
        return self.head(self.dropout(nnx.relu(self.hidden(x))))


@nnx.jit
def train_step(model, optimizer, x, y):
    grads = nnx.grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)


model = Net(nnx.Rngs(params=0, dropout=1))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
x, y = jnp.ones((8, 5)), jnp.zeros((8, 1))
model.train()
for _ in range(10):
    train_step(model, optimizer, x, y)
predictions = model(x)
print(predictions[:, 0])
