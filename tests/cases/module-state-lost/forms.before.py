import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.out = nnx.Linear(3, 2, rngs=rngs)
        self.norm = nnx.BatchNorm(2, rngs=rngs)

    def __call__(self, x):
        return self.norm(self.out(x))


class Counted(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.out = nnx.Linear(3, 2, rngs=rngs)
        self.calls = nnx.Variable(jnp.zeros((), jnp.int32))

    def __call__(self, x):
        self.calls[...] += 1
        return self.out(x)


@jax.jit  # want: JOL818 "`optimizer` is taken apart by `jax.jit` and not put back: the step of the optimizer is lost"
def train_step(model: Net, optimizer: nnx.Optimizer, x):
    def loss_fn(model):
        return jnp.mean(model(x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


@jax.jit  # want: JOL818 "the statistics of `BatchNorm` is lost"
def warm_up(model, x):
    return jnp.mean(model(x))


@jax.jit  # want: JOL818 "what is stored in `self.calls.*` is lost when `count` returns"
def count(model: Counted, x):
    y = model(x)
    return y.sum()


def noisy(layer, x):
    return layer(x)


noisy_step = jax.jit(noisy)  # want: JOL818 "the count of its random stream of `Dropout`"


def run(x):
    model = Net(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.sgd(0.1), wrt=nnx.Param)
    drop = nnx.Dropout(0.5, rngs=nnx.Rngs(1))
    loss = train_step(model, optimizer, x)
    return loss + warm_up(model, x) + count(Counted(nnx.Rngs(2)), x), noisy_step(drop, x)


def inputs(key):
    return (jax.random.normal(key, (4, 3)),)
