import jax
import jax.numpy as jnp
import optax
from flax import linen as nn
from flax.training import train_state


class TextClassifier(nn.Module):
    classes: int

    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.relu(nn.Dense(64)(x))
        x = nn.Dropout(0.5, deterministic=not train)(x)
        return nn.Dense(self.classes)(x)


def train_step(state, x, y, dropout_key):
    def loss_fn(params):
        logits = state.apply_fn(
            {"params": params}, x, train=True, rngs={"dropout": dropout_key}
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


def main(steps=200):
    init_key, dropout_key, data_key = jax.random.split(jax.random.key(0), 3)
    model = TextClassifier(4)
    params = model.init(init_key, jnp.ones((1, 16)), train=False)["params"]
    state = train_state.TrainState.create(
        apply_fn=model.apply, params=params, tx=optax.adam(1e-3)
    )
    jitted = jax.jit(train_step, donate_argnums=(0,))
    for step in range(steps):
        x = jax.random.normal(jax.random.fold_in(data_key, step), (32, 16))
        y = jnp.argmax(x[:, :4], axis=-1)
        state, loss = jitted(state, x, y, dropout_key)
    print("loss", float(loss))


if __name__ == "__main__":
    main()
