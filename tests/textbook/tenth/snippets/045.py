import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(4, 32, rngs=rngs)
        self.bn = nnx.BatchNorm(32, rngs=rngs)
        self.out = nnx.Linear(32, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.bn(self.hidden(x))))


model = Model(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
graphdef, state = nnx.split((model, optimizer))


@jax.jit
def train_step(graphdef, state, x, y):
    model, optimizer = nnx.merge(graphdef, state)

    def loss_fn(m):
        return jnp.mean((m(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss, nnx.state((model, optimizer))


x = jax.random.normal(jax.random.key(1), (64, 4))
y = jnp.sum(x, axis=1, keepdims=True)
for _ in range(20):
    loss, state = train_step(graphdef, state, x, y)
nnx.update((model, optimizer), state)
print(loss, model.bn.mean[...].shape)
