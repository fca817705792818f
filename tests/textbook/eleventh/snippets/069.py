import jax
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.fc = nnx.Linear(4, 8, rngs=rngs)
        self.bn = nnx.BatchNorm(8, rngs=rngs)
        self.out = nnx.Linear(8, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.bn(self.fc(x))))


model = Net(nnx.Rngs(0))
model.eval()
graphdef, params = nnx.split(model, nnx.Param)
x = jnp.ones((2, 4))


@jax.jit
def loss(params, x):
    return jnp.mean(nnx.merge(graphdef, params)(x) ** 2)


print(jax.grad(loss)(params, x))
