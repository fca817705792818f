import jax
import jax.numpy as jnp
import flax.linen as nn
import optax
from flax.training import train_state


class Lm(nn.Module):
    vocab: int = 50_000
    width: int = 4096

    @nn.compact
    def __call__(self, ids):
        x = nn.Embed(self.vocab, self.width)(ids)
        return nn.Dense(self.vocab)(nn.gelu(nn.Dense(self.width)(x)))


def _train_step(state, batch):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, batch["ids"])
        return optax.softmax_cross_entropy_with_integer_labels(logits, batch["labels"]).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


train_step = jax.jit(_train_step, donate_argnums=(1,))


def train(batches, key):
    model = Lm()
    params = model.init(key, jnp.zeros((1, 8), jnp.int32))["params"]
    state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-4))
    for batch in batches:
        state, loss = train_step(state, batch)
    return state, loss
