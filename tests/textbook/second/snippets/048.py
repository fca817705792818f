import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


class Wide(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(16384)(x))
        x = nn.relu(nn.Dense(16384)(x))
        return nn.Dense(1000)(x)


@jax.jit
def train_step(state, batch):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, batch["image"])
        return optax.softmax_cross_entropy_with_integer_labels(logits, batch["label"]).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


def fit(batches):
    model = Wide()
    params = model.init(jax.random.key(0), jnp.zeros((1, 4096)))["params"]
    state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))
    for batch in batches:
        state, loss = train_step(state, batch)
    return state, loss
