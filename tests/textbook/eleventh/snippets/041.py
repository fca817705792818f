import jax
import jax.numpy as jnp
from flax import nnx


class Counter(nnx.Variable):
    pass


class Tracked(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(4, 4, rngs=rngs)
        self.bn = nnx.BatchNorm(4, rngs=rngs)
        self.calls = Counter(jnp.array(0))

    def __call__(self, x):
        self.calls[...] += 1
        return self.bn(self.linear(x))


@jax.jit
def forward(model, x):
    y = model(x)
    return y.sum()


model = Tracked(nnx.Rngs(0))
x = jax.random.normal(jax.random.key(1), (8, 4))
for _ in range(3):
    forward(model, x)
print("forward passes:", model.calls[...])
print("running mean:", model.bn.mean[...])
