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
        x = nn.BatchNorm(use_running_average=not train)(nn.Dense(256)(x))
        x = nn.Dropout(0.1, deterministic=not train)(nn.relu(x))
        return nn.Dense(10)(x)


def _train_step(state, x, y):
    dropout_key = jax.random.fold_in(state.key, state.step)

    def loss_fn(params):
        logits, mutated = state.apply_fn(
            {"params": params, "batch_stats": state.batch_stats}, x, train=True,
            mutable=["batch_stats"], rngs={"dropout": dropout_key},
        )
        loss = optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()
        return loss, mutated

    grads, mutated = jax.grad(loss_fn, has_aux=True)(state.params)
    return state.apply_gradients(grads=grads, batch_stats=mutated["batch_stats"])


train_step = jax.jit(_train_step, donate_argnums=0)


def fit(loader):
    init_key, step_key = jax.random.split(jax.random.key(0))
    model = Net()
    v = model.init(init_key, jnp.ones((1, 64)), train=False)
    state = State.create(apply_fn=model.apply, params=v["params"], tx=optax.adam(1e-3),
                         batch_stats=v["batch_stats"], key=step_key)
    for x, y in loader:
        state = train_step(state, x, y)
    return state
