# not executed: it needs flax
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax.training.train_state import TrainState


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dropout(0.5, deterministic=not train)(nn.relu(nn.Dense(64)(x)))
        return nn.Dense(10)(x)


@jax.jit
def train_step(state, x, y, dropout_key):
    def loss_fn(params):
        logits = state.apply_fn({"params": params}, x, train=True, rngs={"dropout": dropout_key})
        return optax.softmax_cross_entropy_with_integer_labels(logits, y).mean()

    return state.apply_gradients(grads=jax.grad(loss_fn)(state.params))


def loss_of(params, apply, x, key):
    return jnp.mean(apply(params, x, train=True, rngs={"dropout": key}) ** 2)


def sgd(params, apply, x, key):
    grads = jax.grad(loss_of)(params, apply, x, key)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def fit(loader, epochs, seed):
    init, dropout = jax.random.split(jax.random.key(seed))
    params = Net().init(init, jnp.ones((1, 8)), train=False)["params"]
    state = TrainState.create(apply_fn=Net().apply, params=params, tx=optax.sgd(0.1))
    for _ in range(epochs):
        for x, y in loader:
            state = train_step(state, x, y, dropout)  # want: JOL802 "does not change in the loop"
    return state


def by_hand(params, batches, key):
    net = Net()
    for x in batches:
        params = sgd(params, net.apply, x, key)  # want: JOL802 "does not change in the loop"
    return params


def right(state, batches, key):
    for number, (x, y) in enumerate(batches):
        state = train_step(state, x, y, jax.random.fold_in(key, number))
    return state


def carried(state, batches, key):
    for x, y in batches:
        key, dropout = jax.random.split(key)
        state = train_step(state, x, y, dropout)
    return state


def judged(params, batches, key):
    # The same masks for each batch, so that epochs can be told apart.
    return sum(float(loss_of(params, Net().apply, x, key)) for x in batches)
