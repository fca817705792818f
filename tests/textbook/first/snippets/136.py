import jax
import jax.numpy as jnp
import flax.linen as nn
import optax


class Cnn(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Conv(32, (3, 3))(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(10)(nn.relu(x).mean(axis=(1, 2)))


model = Cnn()
tx = optax.sgd(0.1, momentum=0.9)


@jax.jit(donate_argnums=(0, 2))
def train_step(params, batch_stats, opt_state, batch):
    def loss_fn(params):
        logits, _ = model.apply(
            {"params": params, "batch_stats": batch_stats}, batch["image"], train=True, mutable=["batch_stats"]
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, batch["label"]).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


def fit(variables, batches):
    params, stats = variables["params"], variables["batch_stats"]
    opt_state = tx.init(params)
    for batch in batches:
        params, opt_state, loss = train_step(params, stats, opt_state, batch)
    return params, stats
