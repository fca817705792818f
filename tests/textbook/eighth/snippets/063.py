"""Train a small Flax linen CNN with batch normalization on 32 x 32 images."""
import jax
import jax.numpy as jnp
import optax
from flax import linen as nn

BATCH, STEPS = 128, 1_000


class CNN(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Conv(64, (3, 3), strides=(2, 2), use_bias=False)(x)
        x = nn.relu(nn.BatchNorm(use_running_average=not train)(x))
        return nn.Dense(10)(x.mean(axis=(1, 2)))


model = CNN()


@jax.jit
def train_step(params, batch_stats, x, y):
    def loss_fn(p):
        variables = {"params": p, "batch_stats": batch_stats}
        logits, _ = model.apply(variables, x, train=True, mutable=["batch_stats"])
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    grads = jax.grad(loss_fn)(params)
    return jax.tree.map(lambda p, g: p - 0.05 * g, params, grads)


if __name__ == "__main__":
    variables = model.init(jax.random.key(1234), jnp.zeros((1, 32, 32, 3)), train=False)
    params, batch_stats = variables["params"], variables["batch_stats"]
    for step in range(STEPS):
        x = 4.0 + jax.random.normal(jax.random.key(step), (BATCH, 32, 32, 3))
        y = (x.mean(axis=(1, 2, 3)) > 4.0).astype(jnp.int32)
        params = train_step(params, batch_stats, x, y)
    logits = model.apply({"params": params, "batch_stats": batch_stats}, x, train=False)
    print("eval accuracy", float(jnp.mean(jnp.argmax(logits, -1) == y)))
