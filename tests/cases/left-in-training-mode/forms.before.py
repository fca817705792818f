# not executed: nothing is rewritten
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.hidden = nnx.Linear(4, 16, rngs=rngs)
        self.drop = nnx.Dropout(0.5, rngs=rngs)

    def __call__(self, x):
        return self.drop(self.hidden(x))


def loss_fn(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@nnx.jit
def step(model, optimizer, x, y):
    grads = nnx.grad(loss_fn)(model, x, y)
    optimizer.update(model, grads)


def measure(model, x, y):
    return loss_fn(model, x, y)  # want: JOL832 "`Net` is in training mode here"


model = Net(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
x, y = jnp.ones((8, 4)), jnp.ones((8, 16))
for _ in range(100):
    step(model, optimizer, x, y)
print(measure(model, x, y))
predictions = model(x)  # want: JOL832 "`Dropout` drops at random"
