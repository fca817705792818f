import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Classifier(nnx.Module):
    def __init__(self, din: int, classes: int, rngs: nnx.Rngs):
        self.fc = nnx.Linear(din, 64, rngs=rngs)
        self.bn = nnx.BatchNorm(64, rngs=rngs)
        self.drop = nnx.Dropout(0.3, rngs=rngs)
        self.out = nnx.Linear(64, classes, rngs=rngs)

    def __call__(self, x):
        return self.out(self.drop(nnx.relu(self.bn(self.fc(x)))))


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(m):
        logits = m(x)
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    grads = nnx.grad(loss_fn)(model)
    optimizer.update(model, grads)


@nnx.jit
def accuracy(model, x, y):
    return (model(x).argmax(-1) == y).mean()


def batch(key, n):
    x = jax.random.normal(key, (n, 12))
    return x, x[:, :3].argmax(-1)


def main(epochs=5, steps=50):
    model = Classifier(12, 3, nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(3e-3), wrt=nnx.Param)
    train_key, test_key = jax.random.split(jax.random.key(1))
    x_test, y_test = batch(test_key, 512)
    for epoch in range(epochs):
        model.train()
        for i in range(steps):
            k = jax.random.fold_in(train_key, epoch * steps + i)
            train_step(model, optimizer, *batch(k, 64))
        model.eval()
        print(epoch, accuracy(model, x_test, y_test))


if __name__ == "__main__":
    main()
