"""Multi-label tagging of 300-d document embeddings with 50 tags."""
import jax
import jax.numpy as jnp
import optax
from flax import linen as nn

BATCH, FEATURES, TAGS = 512, 300, 50


class Tagger(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(256)(x))
        return nn.sigmoid(nn.Dense(TAGS)(x))


model = Tagger()
optimizer = optax.adam(1e-3)


def loss_fn(params, x, tags):
    return optax.sigmoid_binary_cross_entropy(model.apply({"params": params}, x), tags).mean()


@jax.jit
def train_step(params, opt_state, x, tags):
    loss, grads = jax.value_and_grad(loss_fn)(params, x, tags)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    key = jax.random.key(0)
    params = model.init(key, jnp.zeros((1, FEATURES)))["params"]
    opt_state = optimizer.init(params)
    for step in range(2_000):
        x = jax.random.normal(jax.random.fold_in(key, step), (BATCH, FEATURES))
        tags = (x[:, :TAGS] > 1.5).astype(jnp.float32)
        params, opt_state, loss = train_step(params, opt_state, x, tags)
    print("loss", float(loss))
