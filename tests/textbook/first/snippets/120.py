import jax
import jax.numpy as jnp
import flax.linen as nn
import optax
from flax.training import train_state
from typing import Any


class TrainState(train_state.TrainState):
    batch_stats: Any
    key: jax.Array


class Cnn(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        for features in (8, 16):
            x = nn.Conv(features, (3, 3), strides=2)(x)
            x = nn.BatchNorm(use_running_average=not train)(x)
            x = nn.relu(x)
        x = nn.Dropout(0.1, deterministic=not train)(x.mean(axis=(1, 2)))
        return nn.Dense(10)(x)


@jax.jit(donate_argnums=0)
def train_step(state, images, labels):
    dropout_key = jax.random.fold_in(state.key, state.step)

    def loss_fn(params):
        logits, mutated = state.apply_fn(
            {"params": params, "batch_stats": state.batch_stats},
            images, train=True, rngs={"dropout": dropout_key}, mutable=["batch_stats"],
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, labels).mean(), mutated

    (loss, mutated), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    return state.apply_gradients(grads=grads, batch_stats=mutated["batch_stats"]), loss


def main(steps=5):
    init_key, drop_key = jax.random.split(jax.random.key(0))
    model = Cnn()
    variables = model.init(init_key, jnp.ones((1, 16, 16, 3)), train=False)
    state = TrainState.create(apply_fn=model.apply, params=variables["params"], tx=optax.adam(1e-3),
                              batch_stats=variables["batch_stats"], key=drop_key)
    for _ in range(steps):
        state, loss = train_step(state, jnp.ones((4, 16, 16, 3)), jnp.zeros(4, jnp.int32))
    print(loss)


if __name__ == "__main__":
    main()
