import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training import train_state


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.Dropout(0.3, deterministic=not train)(nn.gelu(nn.Dense(16)(x)))
        return nn.Dense(1)(x)


net = Net()
init_key, dropout_key, x_key = jax.random.split(jax.random.key(7), 3)
x = jax.random.normal(x_key, (16, 3))
y = jnp.sum(x, axis=1, keepdims=True)
variables = net.init(init_key, x, train=False)
state = train_state.TrainState.create(apply_fn=net.apply, params=variables["params"], tx=optax.adam(1e-2))


@jax.jit
def train_step(state, x, y, dropout_key):
    def loss_fn(params):
        pred = state.apply_fn({"params": params}, x, train=True, rngs={"dropout": dropout_key})
        return optax.l2_loss(pred, y).mean()

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    return state.apply_gradients(grads=grads), loss


for _ in range(20):
    state, loss = train_step(state, x, y, dropout_key)
print(loss)
