import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.fc1 = nnx.Linear(256, 512, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.fc2 = nnx.Linear(512, 10, rngs=rngs)

    def __call__(self, x):
        return self.fc2(self.drop(nnx.relu(self.fc1(x))))


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(m):
        return optax.softmax_cross_entropy_with_integer_labels(m(x), y).mean()

    optimizer.update(model, nnx.grad(loss_fn)(model))


@nnx.jit
def accuracy(model, x, y):
    return jnp.mean(model(x).argmax(-1) == y)


model = Net(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
kx, kt = jax.random.split(jax.random.key(0))
x, x_test = jax.random.normal(kx, (4_096, 256)), jax.random.normal(kt, (1_024, 256))
y, y_test = x[:, :10].argmax(-1), x_test[:, :10].argmax(-1)
for epoch in range(20):
    model.train()
    for i in range(0, 4_096, 128):
        train_step(model, optimizer, x[i : i + 128], y[i : i + 128])
    print(epoch, accuracy(model, x_test, y_test))
