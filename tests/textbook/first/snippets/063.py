from flax import nnx
import jax
import jax.numpy as jnp
import optax


class Net(nnx.Module):
    def __init__(self, rngs):
        self.fc = nnx.Linear(64, 128, rngs=rngs)
        self.bn = nnx.BatchNorm(128, use_running_average=False, rngs=rngs)
        self.out = nnx.Linear(128, 10, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.bn(self.fc(x))))


tx = optax.adam(1e-3)


@jax.jit(static_argnums=0, donate_argnums=(1, 3))
def train_step(graphdef, params, stats, opt_state, x, y):
    def loss_fn(params):
        model = nnx.merge(graphdef, params, stats, copy=True)
        return optax.softmax_cross_entropy_with_integer_labels(model(x), y).mean()

    grads = jax.grad(loss_fn)(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def fit(batches):
    graphdef, params, stats = nnx.split(Net(nnx.Rngs(0)), nnx.Param, ...)
    opt_state = tx.init(params)
    for x, y in batches:
        params, opt_state = train_step(graphdef, params, stats, opt_state, x, y)
    return nnx.merge(graphdef, params, stats)
