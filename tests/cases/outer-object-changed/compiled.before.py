# not executed: the originals raise
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Counted(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.out = nnx.Linear(3, 2, rngs=rngs)
        self.calls = nnx.BatchStat(jnp.zeros(()))

    def __call__(self, x):
        self.calls[...] = self.calls[...] + 1
        return self.out(x)


class Normed(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.norm = nnx.BatchNorm(3, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


linear = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
optimizer = nnx.Optimizer(linear, optax.sgd(0.1), wrt=nnx.Param)
model = Counted(nnx.Rngs(0))


@nnx.jit
def predict(x):
    return nnx.relu(model(x))  # want: JOL869


@nnx.jit
def step(linear, x):
    slope = nnx.grad(lambda m: jnp.mean(m(x) ** 2))(linear)
    optimizer.update(linear, slope)  # want: JOL869


def fit(batches):
    norm = Normed(nnx.Rngs(2))

    @jax.jit
    def statistics(x):
        return norm(x)  # want: JOL869

    return [statistics(x) for x in batches]
