import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Regressor(nnx.Module):
    def __init__(self, din, hidden, *, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(din, hidden, rngs=rngs)
        self.out = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.silu(self.hidden(x)))[..., 0]


def loss_fn(model, x, y):
    return jnp.mean((model(x) - y) ** 2)


@jax.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(loss_fn)(model, x, y)
    optimizer.update(model, grads)
    return loss


def train(x, y, num_steps=5_000):
    model = Regressor(x.shape[-1], 256, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    for step in range(num_steps):
        loss = train_step(model, optimizer, x, y)
        if step % 500 == 0:
            print(f"step {step}: loss {float(loss):.4f}")
    return model


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(1), (1_024, 16))
    train(x, jnp.sin(x).sum(axis=-1), num_steps=5_000)
