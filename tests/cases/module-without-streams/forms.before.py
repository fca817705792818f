# not executed: the originals raise
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(4, 16)  # want: JOL833 "needs `rngs`"
        self.drop = nnx.Dropout(0.5, rngs=rngs)  # want: JOL833 "does not have"

    def __call__(self, x):
        return self.drop(self.hidden(x))


net = Net(nnx.Rngs(params=0))
drop = nnx.Dropout(0.1)  # want: JOL833 "has no `rngs` to draw from"
print(drop(jnp.ones(4)))
