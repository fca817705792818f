"""Linen dropout with a per-step key derived from the train state."""
import jax
import jax.numpy as jnp
import optax
from flax import linen as nn
from flax.training.train_state import TrainState

BATCH, FEATURES, STEPS = 512, 256, 5_000


class MLP(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.relu(nn.Dense(512)(x))
        x = nn.Dropout(0.5, deterministic=not train)(x)
        return nn.Dense(1)(x)[..., 0]


@jax.jit
def train_step(state, x, y, base_key):
    dropout_key = jax.random.fold_in(base_key, state.step)

    def loss_fn(params):
        preds = state.apply_fn({"params": params}, x, train=True, rngs={"dropout": dropout_key})
        return jnp.mean((preds - y) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


if __name__ == "__main__":
    init_key, dropout_key, data_key = jax.random.split(jax.random.key(0), 3)
    model = MLP()
    params = model.init(init_key, jnp.zeros((1, FEATURES)), train=False)["params"]
    state = TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))
    for step in range(STEPS):
        x = jax.random.normal(jax.random.fold_in(data_key, step), (BATCH, FEATURES))
        state, loss = train_step(state, x, x[:, 0], dropout_key)
    print("loss", float(loss))
