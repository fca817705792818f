import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, *, rngs: nnx.Rngs):
        self.fc1 = nnx.Linear(784, 512, rngs=rngs)
        self.bn = nnx.BatchNorm(512, rngs=rngs)
        self.dropout = nnx.Dropout(0.5, rngs=rngs)
        self.fc2 = nnx.Linear(512, 10, rngs=rngs)

    def __call__(self, x):
        return self.fc2(self.dropout(nnx.relu(self.bn(self.fc1(x)))))


def loss_fn(model, x, y):
    return optax.softmax_cross_entropy_with_integer_labels(model(x), y).mean()


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def num_correct(model, x, y):
    return jnp.sum(model(x).argmax(axis=-1) == y)


def fit(train_batches, test_batches, num_test=10_000, epochs=20):
    model = Net(rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
    for epoch in range(epochs):
        model.train()
        for x, y in train_batches:
            train_step(model, optimizer, x, y)
        correct = sum(num_correct(model, x, y) for x, y in test_batches)
        print(f"epoch {epoch}: test accuracy {int(correct) / num_test:.4f}")
    return model
