"""Train and evaluate an NNX classifier with dropout and batch norm."""
import jax
import jax.numpy as jnp
import optax
from flax import nnx

BATCH, FEATURES, STEPS = 256, 128, 1_000


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.fc1 = nnx.Linear(FEATURES, 256, rngs=rngs)
        self.norm = nnx.BatchNorm(256, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.fc2 = nnx.Linear(256, 2, rngs=rngs)

    def __call__(self, x):
        return self.fc2(self.drop(nnx.relu(self.norm(self.fc1(x)))))


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(m):
        return optax.softmax_cross_entropy_with_integer_labels(m(x), y).mean()

    optimizer.update(model, nnx.grad(loss_fn)(model))


if __name__ == "__main__":
    predict = nnx.jit(lambda m, x: jnp.argmax(m(x), axis=-1))
    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    key = jax.random.key(1)
    model.train()
    for step in range(STEPS):
        x = jax.random.normal(jax.random.fold_in(key, step), (BATCH, FEATURES))
        train_step(model, optimizer, x, (x[:, 0] > 0).astype(jnp.int32))
    x_test = jax.random.normal(jax.random.fold_in(key, STEPS), (10_000, FEATURES))
    y_test = (x_test[:, 0] > 0).astype(jnp.int32)
    print("test accuracy", float(jnp.mean(predict(model, x_test) == y_test)))
