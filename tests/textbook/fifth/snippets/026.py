import jax
import jax.numpy as jnp
from flax import nnx


class Counter(nnx.Module):
    def __init__(self):
        self.seen = nnx.Variable(jnp.array(0))

    def __call__(self, x):
        self.seen[...] += x.shape[0]
        return x * 2


@jax.jit
def forward(model, x):
    return model(x)


model = Counter()
forward(model, jnp.ones(4))
print(model.seen[...])
