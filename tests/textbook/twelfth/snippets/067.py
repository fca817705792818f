import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Regressor(nnx.Module):
    def __init__(self, din: int, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(din, 64, rngs=rngs)
        self.norm = nnx.BatchNorm(64, rngs=rngs)
        self.drop = nnx.Dropout(0.2, rngs=rngs)
        self.out = nnx.Linear(64, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(self.drop(nnx.relu(self.norm(self.hidden(x)))))[..., 0]


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(m):
        return jnp.mean((m(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


@nnx.jit
def predict(model, x):
    return model(x)


def evaluate(model, x, y):
    model.eval()
    return jnp.mean((predict(model, x) - y) ** 2)


def main(epochs=5, steps=50):
    model = Regressor(8, nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    key, test_key = jax.random.split(jax.random.key(1))
    x_test = jax.random.normal(test_key, (256, 8))
    for epoch in range(epochs):
        for step in range(steps):
            x = jax.random.normal(jax.random.fold_in(key, epoch * steps + step), (64, 8))
            train_step(model, optimizer, x, x.sum(-1))
        print(epoch, evaluate(model, x_test, x_test.sum(-1)))


if __name__ == "__main__":
    main()
