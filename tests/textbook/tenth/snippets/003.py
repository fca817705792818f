import jax
import jax.numpy as jnp
from flax import nnx


class Count(nnx.Variable):
    pass


class Counter(nnx.Module):
    def __init__(self):
        self.calls = Count(jnp.array(0))


class Regressor(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.linear = nnx.Linear(4, 1, rngs=rngs)

    def __call__(self, x):
        return self.linear(x)


model = Regressor(nnx.Rngs(0))
counter = Counter()


@nnx.jit
def evaluate(model, x, y):
    counter.calls[...] += 1
    return jnp.mean((model(x) - y) ** 2)


x = jax.random.normal(jax.random.key(0), (16, 4))
y = jnp.zeros((16, 1))
for _ in range(3):
    print(evaluate(model, x, y))
print(counter.calls[...])
