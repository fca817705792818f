import jax.numpy as jnp
from flax import nnx


class Counter(nnx.Variable):
    pass


class Tracker(nnx.Module):
    def __init__(self, rngs):
        self.linear = nnx.Linear(3, 2, rngs=rngs)
        self.calls = Counter(jnp.zeros((), jnp.int32))

    def __call__(self, x):
        self.calls[...] += 1
        return self.linear(x)


@nnx.jit
def forward(model, x):
    return model(x)


model = Tracker(nnx.Rngs(0))
for _ in range(3):
    forward(model, jnp.ones((1, 3)))
print(model.calls[...])
