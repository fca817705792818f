import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, *, rngs: nnx.Rngs):
        self.fc1 = nnx.Linear(784, 512, rngs=rngs)
        self.bn = nnx.BatchNorm(512, rngs=rngs)
        self.dropout = nnx.Dropout(0.3, rngs=rngs)
        self.fc2 = nnx.Linear(512, 10, rngs=rngs)

    def __call__(self, x):
        return self.fc2(self.dropout(nnx.relu(self.bn(self.fc1(x)))))


def loss_fn(model, x, y):
    return optax.softmax_cross_entropy_with_integer_labels(model(x), y).mean()


@nnx.jit
def train_step(model, optimizer, metrics, x, y):
    loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
    metrics.update(values=loss)
    optimizer.update(model, grads)


@nnx.jit
def predict(model, x):
    return model(x).argmax(axis=-1)


def fit(train_batches, test_images, epochs=20):
    model = Net(rngs=nnx.Rngs(params=0, dropout=1))
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
    metrics = nnx.metrics.Average()
    for epoch in range(epochs):
        model.train()
        metrics.reset()
        for x, y in train_batches:
            train_step(model, optimizer, metrics, x, y)
        print(f"epoch {epoch}: train loss {float(metrics.compute()):.4f}")
    model.eval()
    return predict(model, test_images)
