import jax.numpy as jnp
import optax
from flax import nnx


class Encoder(nnx.Module):
    def __init__(self, dim, *, rngs: nnx.Rngs):
        self.proj = nnx.Linear(dim, dim // 4, rngs=rngs)
        self.back = nnx.Linear(dim // 4, dim, rngs=rngs)

    def __call__(self, x):
        return self.back(nnx.tanh(self.proj(x)))


@nnx.jit
def train_step(model, optimizer, x):
    def loss_fn(m):
        return jnp.mean((m(x) - x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


def fit(batches):
    model = Encoder(512, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3))
    losses = [train_step(model, optimizer, x) for x in batches]
    return model, jnp.stack(losses)
