import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, training):
        x = nn.relu(nn.Dense(32)(x))
        x = nn.Dropout(0.3, deterministic=not training)(x)
        return nn.Dense(1)(x)


root_key, params_key, dropout_key = jax.random.split(jax.random.key(0), 3)
net = Net()
x = jax.random.normal(root_key, (64, 8))
y = x[:, :1]
params = net.init(params_key, x, training=False)["params"]
state = train_state.TrainState.create(apply_fn=net.apply, params=params, tx=optax.adam(1e-3))


@jax.jit
def train_step(state, batch, dropout_key):
    bx, by = batch

    def loss_fn(p):
        pred = state.apply_fn(
            {"params": p}, bx, training=True, rngs={"dropout": dropout_key}
        )
        return jnp.mean((pred - by) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


for _ in range(20):
    state, loss = train_step(state, (x, y), dropout_key)
print(loss)
