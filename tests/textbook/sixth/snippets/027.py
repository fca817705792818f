import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


class TextClassifier(nn.Module):
    vocab_size: int = 30_000
    features: int = 256

    @nn.compact
    def __call__(self, tokens, train: bool):
        x = nn.Embed(self.vocab_size, self.features)(tokens).mean(axis=1)
        x = nn.relu(nn.Dense(self.features)(x))
        x = nn.Dropout(0.2, deterministic=not train)(x)
        return nn.Dense(4)(x)


@jax.jit
def train_step(state, tokens, labels, dropout_key):
    step_key = jax.random.fold_in(dropout_key, state.step)

    def loss_fn(params):
        logits = state.apply_fn(
            {"params": params}, tokens, train=True, rngs={"dropout": step_key}
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


if __name__ == "__main__":
    params_key, dropout_key, data_key = jax.random.split(jax.random.key(0), 3)
    tokens = jax.random.randint(data_key, (128, 64), 0, 30_000)
    model = TextClassifier()
    params = model.init(params_key, tokens, train=False)["params"]
    state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.adamw(5e-4))
    for _ in range(500):
        state, loss = train_step(state, tokens, jnp.arange(128) % 4, dropout_key)
    print("loss:", loss)
