import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Regressor(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(64, 256, rngs=rngs)
        self.norm = nnx.BatchNorm(256, rngs=rngs)
        self.out = nnx.Linear(256, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.norm(self.hidden(x))))


@jax.jit
def train_step(model, optimizer, x, y):
    def loss_fn(model):
        return jnp.mean((model(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


model = Regressor(nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adamw(1e-3), wrt=nnx.Param)
kx, ky = jax.random.split(jax.random.key(1))
x = jax.random.normal(kx, (512, 64))
y = jnp.sin(x[:, :1]) + 0.1 * jax.random.normal(ky, (512, 1))
for step in range(1_000):
    loss = train_step(model, optimizer, x, y)
    if step % 100 == 0:
        print(step, loss)
