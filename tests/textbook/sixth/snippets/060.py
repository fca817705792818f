from functools import partial

import jax
import jax.numpy as jnp
import optax
from flax import nnx

NUM_STEPS = 2_000


class Regressor(nnx.Module):
    def __init__(self, din, hidden, *, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(din, hidden, rngs=rngs)
        self.out = nnx.Linear(hidden, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.silu(self.hidden(x)))[..., 0]


@partial(jax.jit, static_argnums=0, donate_argnums=1)
def train_step(graphdef, state, x, y):
    model, optimizer = nnx.merge(graphdef, state)
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((m(x) - y) ** 2))(model)
    optimizer.update(model, grads)
    return nnx.state((model, optimizer)), loss


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(1), (1_024, 16))
    y = jnp.sin(x).sum(axis=-1)
    model = Regressor(16, 256, rngs=nnx.Rngs(0))
    optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
    graphdef, state = nnx.split((model, optimizer))
    for step in range(NUM_STEPS):
        state, loss = train_step(graphdef, state, x, y)
    nnx.update((model, optimizer), state)
    print("loss:", loss, "refit:", jnp.mean((model(x) - y) ** 2))
