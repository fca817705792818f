import jax
import jax.numpy as jnp
from flax import nnx


class Metered(nnx.Module):
    def __init__(self, rngs):
        self.proj = nnx.Linear(3, 3, rngs=rngs)
        self.total = nnx.BatchStat(jnp.zeros(()))

    def __call__(self, x):
        y = self.proj(x)
        self.total[...] = self.total[...] + jnp.sum(y)
        return y


model = Metered(nnx.Rngs(0))


@nnx.jit
def predict(x):
    return nnx.softmax(model(x))


x = jax.random.normal(jax.random.key(0), (5, 3))
print(predict(x))
print(model.total)
