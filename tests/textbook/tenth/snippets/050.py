import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.layers = nnx.List([nnx.Linear(8, 8, rngs=rngs) for _ in range(2)])
        self.drop = nnx.Dropout(0.2, rngs=rngs)
        self.bn = nnx.BatchNorm(8, rngs=rngs)
        self.head = nnx.Linear(8, 1, rngs=rngs)

    def __call__(self, x):
        for layer in self.layers:
            x = nnx.relu(layer(x))
        return self.head(self.drop(self.bn(x)))


@nnx.jit
def train_step(model, optimizer, metrics, x, y):
    def loss_fn(m):
        return jnp.mean((m(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    metrics.update(loss=loss)
    optimizer.update(model, grads)


@nnx.jit
def predict(model, x):
    return model(x)


model = Net(nnx.Rngs(0, dropout=1))
optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"))
x = jax.random.normal(jax.random.key(2), (64, 8))
y = x[:, :1]
model.train()
for _ in range(10):
    train_step(model, optimizer, metrics, x, y)
model.eval()
print(metrics.compute(), jnp.mean((predict(model, x) - y) ** 2))
