"""Regression with an NNX network and an NNX optimizer."""
import jax
import jax.numpy as jnp
import optax
from flax import nnx

BATCH, FEATURES, STEPS = 512, 64, 2_000


class Regressor(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(FEATURES, 256, rngs=rngs)
        self.out = nnx.Linear(256, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.hidden(x)))[..., 0]


@jax.jit
def train_step(model, optimizer, x, y):
    def loss_fn(m):
        return jnp.mean((m(x) - y) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


if __name__ == "__main__":
    model = Regressor(nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    key = jax.random.key(1)
    for step in range(STEPS):
        x = jax.random.normal(jax.random.fold_in(key, step), (BATCH, FEATURES))
        loss = train_step(model, optimizer, x, jnp.sin(x[:, 0]))
        if step % 500 == 0:
            print(step, float(loss))
