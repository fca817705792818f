"""Train an NNX MLP on 784-d inputs."""
import jax
import jax.numpy as jnp
import optax
from flax import nnx

BATCH, STEPS = 256, 1_000


class MLP(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.fc1 = nnx.Linear(784, 512, rngs=rngs)
        self.fc2 = nnx.Linear(512, 10, rngs=rngs)

    def __call__(self, x):
        return self.fc2(nnx.relu(self.fc1(x)))


@nnx.jit
def train_step(model, optimizer, x, y):
    def loss_fn(model):
        return optax.softmax_cross_entropy_with_integer_labels(model(x), y).mean()

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(grads)
    return loss


if __name__ == "__main__":
    model = MLP(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
    key = jax.random.key(1)
    for step in range(STEPS):
        kx, ky = jax.random.split(jax.random.fold_in(key, step))
        x = jax.random.normal(kx, (BATCH, 784))
        y = jax.random.randint(ky, (BATCH,), 0, 10)
        loss = train_step(model, optimizer, x, y)
    print("loss", float(loss))
