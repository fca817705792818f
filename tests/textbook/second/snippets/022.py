import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dense(256)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.Dense(10)(nn.relu(x))


tx = optax.sgd(0.1, momentum=0.9)


def train_step(params, stats, opt_state, x, y):
    def loss_fn(p):
        logits, mutated = Net().apply(
            {"params": p, "batch_stats": stats}, x, train=True, mutable=["batch_stats"]
        )
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
        return loss, mutated["batch_stats"]

    (loss, stats), grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), stats, opt_state, loss


train_step = jax.jit(train_step, donate_argnums=(0, 1, 2))


def fit(loader, params, stats):
    opt_state = tx.init(params)
    for x, y in loader:
        params, stats, opt_state, loss = train_step(params, stats, opt_state, x, y)
    return params, stats, loss
