import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class TextClassifier(nn.Module):
    vocab_size: int = 30_000
    features: int = 256
    num_classes: int = 4

    @nn.compact
    def __call__(self, tokens, train: bool):
        x = nn.Embed(self.vocab_size, self.features)(tokens).mean(axis=1)
        x = nn.relu(nn.Dense(self.features)(x))
        x = nn.Dropout(0.2, deterministic=not train)(x)
        return nn.Dense(self.num_classes)(x)


model = TextClassifier()
tx = optax.adamw(5e-4)


@jax.jit
def train_step(params, opt_state, tokens, labels):
    def loss_fn(params):
        logits = model.apply({"params": params}, tokens, train=True)
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


if __name__ == "__main__":
    tokens = jax.random.randint(jax.random.key(1), (128, 64), 0, 30_000)
    params = model.init(jax.random.key(0), tokens, train=False)["params"]
    params, opt_state, loss = train_step(params, tx.init(params), tokens, jnp.arange(128) % 4)
