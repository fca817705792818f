import flax.linen as nn
import jax
import optax
from flax.training import train_state


class TrainState(train_state.TrainState):
    batch_stats: dict


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dense(512, use_bias=False)(x)
        x = nn.relu(nn.BatchNorm(use_running_average=not train)(x))
        x = nn.Dropout(0.3, deterministic=not train)(x)
        return nn.Dense(10)(x)


@jax.jit
def train_step(state, x, y, dropout_key):
    def loss_fn(params):
        logits, new = state.apply_fn(
            {"params": params, "batch_stats": state.batch_stats}, x, train=True,
            mutable=["batch_stats"], rngs={"dropout": jax.random.fold_in(dropout_key, state.step)},
        )
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean(), new["batch_stats"]

    (loss, stats), grads = jax.value_and_grad(loss_fn, has_aux=True)(state.params)
    return state.apply_gradients(grads=grads, batch_stats=stats), loss


init_key, dropout_key, kx, ky = jax.random.split(jax.random.key(0), 4)
x, y = jax.random.normal(kx, (512, 784)), jax.random.randint(ky, (512,), 0, 10)
model = Net()
variables = model.init(init_key, x[:1], train=False)
state = TrainState.create(apply_fn=model.apply, tx=optax.adam(1e-3), **variables)
for _ in range(500):
    state, loss = train_step(state, x, y, dropout_key)
print(loss)
