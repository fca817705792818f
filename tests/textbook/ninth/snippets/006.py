import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


class TextClassifier(nn.Module):
    """Bag-of-tokens classifier over a vocabulary of 20,000 and 20 topics."""

    vocab_size: int = 20_000
    num_classes: int = 20

    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(self.vocab_size, 128)(tokens).mean(axis=1)
        x = nn.relu(nn.Dense(256)(x))
        return nn.softmax(nn.Dense(self.num_classes)(x))


model = TextClassifier()
optimizer = optax.adamw(1e-3)


@jax.jit
def train_step(params, opt_state, tokens, labels):
    def loss_fn(params):
        outputs = model.apply(params, tokens)
        return optax.softmax_cross_entropy_with_integer_labels(outputs, labels).mean()

    loss, grads = jax.value_and_grad(loss_fn)(params)
    updates, opt_state = optimizer.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state, loss


tokens = jax.random.randint(jax.random.key(0), (512, 200), 0, 20_000)
labels = jnp.arange(512) % 20
params = model.init(jax.random.key(1), tokens)
opt_state = optimizer.init(params)
for _ in range(2_000):
    params, opt_state, loss = train_step(params, opt_state, tokens, labels)
print("loss", float(loss))
