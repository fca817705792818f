import jax
import jax.numpy as jnp
import optax
from flax import linen as nn
from flax.training import train_state


class Regressor(nn.Module):
    @nn.compact
    def __call__(self, x, train):
        x = nn.relu(nn.Dense(64)(x))
        x = nn.Dropout(0.3, deterministic=not train)(x)
        return nn.Dense(1)(x)[:, 0]


model = Regressor()
x, y = jnp.ones((16, 4)), jnp.arange(16.0)
params = model.init(jax.random.key(0), x, train=False)["params"]
state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=optax.sgd(1e-3))


@jax.jit
def train_step(state, x, y, key):
    def loss_fn(params):
        rngs = {"dropout": jax.random.fold_in(key, state.step)}
        out = state.apply_fn({"params": params}, x, train=True, rngs=rngs)
        return jnp.mean((out - y) ** 2)

    return state.apply_gradients(grads=jax.grad(loss_fn)(state.params))


key = jax.random.key(42)
for _ in range(20):
    state = train_step(state, x, y, key)
print(state.step)
