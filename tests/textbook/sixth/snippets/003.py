import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class ConvNet(nn.Module):
    num_classes: int = 10

    @nn.compact
    def __call__(self, x, train: bool):
        for features in (32, 64):
            x = nn.Conv(features, (3, 3))(x)
            x = nn.BatchNorm(use_running_average=not train)(x)
            x = nn.max_pool(nn.relu(x), (2, 2), strides=(2, 2))
        return nn.Dense(self.num_classes)(x.mean(axis=(1, 2)))


model = ConvNet()
tx = optax.sgd(0.1, momentum=0.9, nesterov=True)


@jax.jit
def train_step(params, batch_stats, opt_state, images, labels):
    def loss_fn(params):
        logits, _ = model.apply(
            {"params": params, "batch_stats": batch_stats}, images, train=True, mutable=["batch_stats"]
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), batch_stats, opt_state, loss


@jax.jit
def predict(params, batch_stats, images):
    return model.apply({"params": params, "batch_stats": batch_stats}, images, train=False).argmax(-1)
