# not executed: the originals raise
# Objects of NNX that traced functions change behind their backs.
import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Calls(nnx.Variable):
    pass


class Counter(nnx.Module):
    def __init__(self):
        self.calls = Calls(jnp.array(0))
        self.last = nnx.Variable(jnp.array(0.0))

    def count(self):
        self.calls[...] += 1


model = nnx.Linear(4, 1, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
metrics = nnx.MultiMetric(loss=nnx.metrics.Average("loss"))
counter = Counter()
rngs = nnx.Rngs(1)
drop = nnx.Dropout(0.5, rngs=rngs)


@nnx.jit
def counted(x):
    counter.calls[...] += 1  # want: JOL869 (error) "`counter` was made outside"
    return x.sum()


@jax.jit
def kept(x):
    counter.last.value = x.sum()  # want: JOL869 "TraceContextError"
    return x


@nnx.jit
def by_method(x):
    counter.count()  # want: JOL869 "`counter`"
    return x


@nnx.jit
def step(model, x, y):
    def loss_fn(model):
        loss = jnp.mean((model(x) - y) ** 2)
        metrics.update(loss=loss)  # want: JOL869 "`metrics`"
        return loss

    grads = nnx.grad(loss_fn)(model)
    optimizer.update(model, grads)  # want: JOL869 "`optimizer`"
    return grads


@nnx.jit
def noisy(x):
    return x + jax.random.normal(rngs.params(), x.shape)  # want: JOL869 "`rngs`"


@nnx.vmap
def dropped(x):
    return drop(x)  # want: JOL869 "`drop`"
