import jax
import jax.numpy as jnp
from flax import nnx


class Member(nnx.Module):
    def __init__(self, rngs):
        self.l1 = nnx.Linear(4, 32, rngs=rngs)
        self.l2 = nnx.Linear(32, 1, rngs=rngs)

    def __call__(self, x):
        return self.l2(nnx.tanh(self.l1(x)))[..., 0]


@nnx.split_rngs(splits=10)
@nnx.vmap(in_axes=0, out_axes=0)
def create_ensemble(rngs):
    return Member(rngs)


@nnx.jit
@nnx.vmap(in_axes=(0, None), out_axes=0)
def predict(member, x):
    return member(x)


ensemble = create_ensemble(nnx.Rngs(0))
print(predict(ensemble, jnp.ones((6, 4))).std(axis=0))
