import jax
import jax.numpy as jnp
import optax
from flax import nnx

model = nnx.Linear(512, 512, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)


@jax.jit
def train_step(x, y):
    def loss_fn(m):
        return jnp.mean((m(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


def fit(loader):
    losses = []
    for x, y in loader:
        losses.append(train_step(x, y))
    return jnp.stack(losses)
