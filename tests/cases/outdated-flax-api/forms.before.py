# not executed: the originals raise
import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
from flax import nnx
from flax import optim  # want: JOL713 "`flax.optim` was removed"


class CNN(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(10)(x)


def create(seed):
    model = CNN()
    variables = model.init(jax.random.key(seed), jnp.zeros((1, 32)))
    state, params = variables.pop("params")  # want: JOL713 "plain dictionary"
    rest, stats = variables.pop("batch_stats")  # want: JOL713
    return model, params, state, rest, stats, optim.Adam


def create_state(make_model, seed, sample, stats):
    model = make_model(training=True)
    if stats:
        variables = model.init({"params": seed, "dropout": seed}, sample)
        params = variables["params"].unfreeze()  # want: JOL713 "has no `unfreeze`"
        return params, variables["batch_stats"]
    own = CNN().init(jax.random.key(0), sample)
    everything = own.unfreeze()  # want: JOL713 "`own` is a plain dictionary"
    return everything["params"], None


class Memory(nn.Module):
    @nn.compact
    def __call__(self, carry, x):
        return nn.GRUCell()(carry, x)  # want: JOL713 "needs `features`"

    @staticmethod
    def start(batch, size):
        return nn.LSTMCell.initialize_carry(jax.random.key(0), (batch,), size)  # want: JOL713 "of `nn.LSTMCell` it raises"


@nnx.jit
def train_step(model, optimizer, x, y):
    grads = nnx.grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)


def main(x, y):
    model = nnx.Linear(4, 1, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-2))  # want: JOL713 "no release runs both"
    for _ in range(200):
        train_step(model, optimizer, x, y)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = nnx.Optimizer(model, tx=optax.sgd(0.1))  # want: JOL713

    def apply(self, grads):
        self.optimizer.update(self.model, grads)


@nnx.jit
def half_new(model, optimizer, x):
    grads = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(model)
    optimizer.update(grads)  # want: JOL713 "takes the model before the gradients since Flax 0.11"


def half_new_loop(x):
    model = nnx.Linear(4, 1, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
    for _ in range(200):
        half_new(model, optimizer, x)


def turned_around(model, x):
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
    loss, grads = nnx.value_and_grad(lambda m: m(x).sum())(model)
    optimizer.update(grads, model)  # want: JOL713 "it changes the gradients"
    return loss
