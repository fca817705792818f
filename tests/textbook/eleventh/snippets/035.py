import jax
import jax.numpy as jnp
from flax import nnx


class Member(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(3, 8, rngs=rngs)
        self.out = nnx.Linear(8, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(jnp.tanh(self.hidden(x)))


@nnx.split_rngs(splits=5)
@nnx.vmap(in_axes=(0,), out_axes=0)
def make_ensemble(rngs):
    return Member(rngs)


@nnx.vmap(in_axes=(0, None), out_axes=0)
def predict(member, x):
    return member(x)


ensemble = make_ensemble(nnx.Rngs(0))
x = jax.random.normal(jax.random.key(1), (4, 3))
preds = predict(ensemble, x)
print(preds.shape, preds.std(axis=0).ravel())
