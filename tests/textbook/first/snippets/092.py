import jax
import jax.numpy as jnp
import flax.linen as nn
import optax
from flax.training import train_state


class Classifier(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.relu(nn.Dense(512)(x))
        x = nn.Dropout(0.3, deterministic=not train)(x)
        return nn.Dense(10)(x)


@jax.jit(donate_argnums=0)
def train_step(state, batch, dropout_key):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, batch["x"], train=True, rngs={"dropout": dropout_key})
        return optax.softmax_cross_entropy_with_integer_labels(logits, batch["y"]).mean()

    return state.apply_gradients(grads=jax.grad(loss_fn)(state.params))


def train(batches, seed=0):
    init_key, dropout_key = jax.random.split(jax.random.key(seed))
    model = Classifier()
    params = model.init(init_key, jnp.zeros((1, 784)), train=False)["params"]
    state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.adam(1e-3))
    for batch in batches:
        state = train_step(state, batch, dropout_key)
    return state
