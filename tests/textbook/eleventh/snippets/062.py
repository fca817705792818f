import jax
import jax.numpy as jnp
from flax import nnx


class Member(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.hidden = nnx.Linear(3, 16, rngs=rngs)
        self.out = nnx.Linear(16, 1, rngs=rngs)

    def __call__(self, x):
        return self.out(nnx.relu(self.hidden(x)))


@nnx.vmap(in_axes=None, out_axes=0, axis_size=5)
def make_ensemble(rngs):
    return Member(rngs)


ensemble = make_ensemble(nnx.Rngs(0))


@nnx.vmap(in_axes=(0, None), out_axes=0)
def predict(member, x):
    return member(x)


x = jax.random.normal(jax.random.key(1), (10, 3))
preds = predict(ensemble, x)
print("mean", preds.mean(0).ravel())
print("epistemic std", preds.std(0).ravel())
