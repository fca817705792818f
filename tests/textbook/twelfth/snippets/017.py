import jax
import jax.numpy as jnp
import optax
from flax import linen as nn


class ConvNet(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Conv(8, (3, 3))(x)
        x = nn.BatchNorm(use_running_average=not train, momentum=0.9)(x)
        x = nn.relu(x).mean(axis=(1, 2))
        return nn.Dense(3)(x)


model = ConvNet()
tx = optax.sgd(0.05)


def train_step(params, batch_stats, opt_state, x, y):
    def loss_fn(p):
        logits, _ = model.apply(
            {"params": p, "batch_stats": batch_stats}, x, train=True,
            mutable=["batch_stats"],
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    grads = jax.grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


train_step = jax.jit(train_step, donate_argnums=(0, 2))


def main():
    k_init, k_data = jax.random.split(jax.random.key(0))
    variables = model.init(k_init, jnp.ones((1, 8, 8, 1)), train=False)
    params, stats = variables["params"], variables["batch_stats"]
    opt_state = tx.init(params)
    for i in range(100):
        x = 5.0 + 3.0 * jax.random.normal(jax.random.fold_in(k_data, i), (16, 8, 8, 1))
        y = jnp.clip(x.mean(axis=(1, 2, 3)).astype(jnp.int32) - 4, 0, 2)
        params, opt_state = train_step(params, stats, opt_state, x, y)
    logits = model.apply({"params": params, "batch_stats": stats}, x, train=False)
    print("accuracy", (logits.argmax(-1) == y).mean())


if __name__ == "__main__":
    main()
