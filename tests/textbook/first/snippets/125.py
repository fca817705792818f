from flax import nnx
import jax.numpy as jnp
import optax


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.conv = nnx.Conv(3, 64, kernel_size=(3, 3), rngs=rngs)
        self.head = nnx.Linear(64 * 32 * 32, 10, rngs=rngs)

    def __call__(self, x):
        x = nnx.relu(self.conv(x))
        return self.head(x.reshape(x.shape[0], -1))


def loss_fn(model, batch):
    logits = model(batch["image"])
    return optax.softmax_cross_entropy_with_integer_labels(logits, batch["label"]).mean()


def train_step(model, optimizer, batch):
    loss, grads = nnx.value_and_grad(loss_fn)(model, batch)
    optimizer.update(model, grads)
    return loss


def main(dataset, steps=10_000):
    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.sgd(0.1, momentum=0.9), wrt=nnx.Param)
    for step, batch in zip(range(steps), dataset):
        loss = train_step(model, optimizer, batch)
        if step % 1000 == 0:
            print(step, float(loss))
