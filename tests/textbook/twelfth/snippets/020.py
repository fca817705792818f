from typing import Any

import jax
import jax.numpy as jnp
import optax
from flax import linen as nn
from flax.training import train_state


class Block(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Conv(self.features, (3, 3), use_bias=False)(x)
        x = nn.BatchNorm(use_running_average=not train)(x)
        return nn.relu(x)


class SmallResNet(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = Block(8)(x, train)
        x = x + Block(8)(x, train)
        return nn.Dense(2)(x.mean(axis=(1, 2)))


class State(train_state.TrainState):
    batch_stats: Any


def step(state, x, y):
    def loss_fn(params):
        logits, mutated = state.apply_fn(
            {"params": params, "batch_stats": state.batch_stats},
            x, train=True, mutable=["batch_stats"],
        )
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
        return loss, mutated["batch_stats"]

    (loss, stats), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    return state.apply_gradients(grads=grads, batch_stats=stats), loss


step = jax.jit(step, donate_argnums=0)

if __name__ == "__main__":
    k_init, k_data = jax.random.split(jax.random.key(0))
    model = SmallResNet()
    v = model.init(k_init, jnp.ones((1, 8, 8, 3)), train=False)
    state = State.create(apply_fn=model.apply, params=v["params"],
                         batch_stats=v["batch_stats"], tx=optax.adam(1e-3))
    for i in range(50):
        x = 2.0 + jax.random.normal(jax.random.fold_in(k_data, i), (16, 8, 8, 3))
        state, loss = step(state, x, (x.mean(axis=(1, 2, 3)) > 2.0).astype(jnp.int32))
    print("loss", float(loss))
