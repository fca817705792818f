import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.fc1 = nnx.Linear(64, 256, rngs=rngs)
        self.norm = nnx.BatchNorm(256, rngs=rngs)
        self.fc2 = nnx.Linear(256, 1, rngs=rngs)

    def __call__(self, x):
        return self.fc2(nnx.relu(self.norm(self.fc1(x))))


model = Model(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
graphdef, state = nnx.split((model, optimizer))


@jax.jit
def train_step(state, x, y):
    model, optimizer = nnx.merge(graphdef, state)
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return nnx.state((model, optimizer)), loss


x = jax.random.normal(jax.random.key(1), (512, 64))
y = jnp.cos(x[:, :1])
for _ in range(1_000):
    state, loss = train_step(state, x, y)
nnx.update((model, optimizer), state)
model.eval()
print(loss, model(x[:4]).shape)
