import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


class Classifier(nn.Module):
    classes: int

    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.relu(nn.Dense(512)(x))
        x = nn.Dropout(0.5, deterministic=not train)(x)
        return nn.Dense(self.classes)(x)


def _train_step(state, x, y, dropout_key):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, x, train=True, rngs={"dropout": dropout_key})
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    grads = jax.grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads)


train_step = jax.jit(_train_step, donate_argnums=0)


def fit(loader, epochs=10):
    params_key, dropout_key = jax.random.split(jax.random.key(0))
    model = Classifier(10)
    variables = model.init(params_key, jnp.ones((1, 784)), train=False)
    state = TrainState.create(apply_fn=model.apply, params=variables["params"], tx=optax.adam(1e-3))
    for _ in range(epochs):
        for x, y in loader:
            state = train_step(state, x, y, dropout_key)
    return state
