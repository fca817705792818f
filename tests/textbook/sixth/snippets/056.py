import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class Cnn(nn.Module):
    num_classes: int = 100

    @nn.compact
    def __call__(self, x):
        for features in (64, 128, 256):
            x = nn.relu(nn.Conv(features, (3, 3), strides=(2, 2))(x))
        x = nn.Dense(self.num_classes)(x.mean(axis=(1, 2)))
        return nn.softmax(x)


model = Cnn()
tx = optax.adam(1e-3)


@jax.jit
def train_step(params, opt_state, images, labels):
    def loss_fn(params):
        outputs = model.apply({"params": params}, images)
        return optax.softmax_cross_entropy_with_integer_labels(outputs, labels).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    images = jax.random.normal(jax.random.key(1), (64, 32, 32, 3))
    params = model.init(jax.random.key(0), images)["params"]
    opt_state = tx.init(params)
    for _ in range(50):
        params, opt_state, loss = train_step(params, opt_state, images, jnp.arange(64))
    print("loss:", loss)
