import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


class State(train_state.TrainState):
    batch_stats: dict
    key: jax.Array


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dense(16)(x)
        x = nn.relu(nn.BatchNorm(use_running_average=not train)(x))
        x = nn.Dropout(0.2, deterministic=not train)(x)
        return nn.Dense(1)(x)


@jax.jit
def train_step(state, x, y):
    dropout_key = jax.random.fold_in(state.key, state.step)

    def loss_fn(params):
        pred, updates = state.apply_fn(
            {"params": params, "batch_stats": state.batch_stats}, x, train=True,
            rngs={"dropout": dropout_key}, mutable=["batch_stats"],
        )
        return optax.l2_loss(pred, y).mean(), updates

    (loss, updates), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    return state.apply_gradients(grads=grads, batch_stats=updates["batch_stats"]), loss


net = Net()
x = jax.random.normal(jax.random.key(0), (8, 3))
variables = net.init(jax.random.key(1), x, train=False)
state = State.create(apply_fn=net.apply, tx=optax.adam(1e-3), key=jax.random.key(2), **variables)
for _ in range(3):
    state, loss = train_step(state, x, x[:, :1])
print(loss)
