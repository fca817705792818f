import jax
import jax.numpy as jnp
from flax import nnx


class Stats(nnx.Module):
    def __init__(self, rngs):
        self.fc = nnx.Linear(3, 3, rngs=rngs)
        self.bn = nnx.BatchNorm(3, rngs=rngs)

    def __call__(self, x):
        return self.bn(self.fc(x))


graphdef, params, rest = nnx.split(Stats(nnx.Rngs(0)), nnx.Param, ...)


@jax.jit
def step(params, rest, x):
    def loss_fn(params):
        model = nnx.merge(graphdef, params, rest, copy=True)
        loss = jnp.mean((model(x) - 1.0) ** 2)
        _, _, new_rest = nnx.split(model, nnx.Param, ...)
        return loss, new_rest

    (loss, rest), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, rest, loss


x = jax.random.normal(jax.random.key(0), (16, 3)) + 4.0
for _ in range(5):
    params, rest, loss = step(params, rest, x)
model = nnx.merge(graphdef, params, rest)
model.eval()
print(loss, model(x).mean(), model.bn.mean[...])
