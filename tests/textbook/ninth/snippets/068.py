import jax
import jax.numpy as jnp
from flax import nnx

NUM_MEMBERS = 16


class MLP(nnx.Module):
    def __init__(self, din: int, dhidden: int, rngs: nnx.Rngs):
        self.up = nnx.Linear(din, dhidden, rngs=rngs)
        self.down = nnx.Linear(dhidden, 1, rngs=rngs)

    def __call__(self, x):
        return self.down(nnx.gelu(self.up(x)))[..., 0]


@nnx.split_rngs(splits=NUM_MEMBERS)
@nnx.vmap(in_axes=0, out_axes=0)
def create_ensemble(rngs: nnx.Rngs):
    return MLP(64, 256, rngs=rngs)


@nnx.jit
@nnx.vmap(in_axes=(0, None), out_axes=0)
def predict(model, x):
    return model(x)


ensemble = create_ensemble(nnx.Rngs(0))
x = jax.random.normal(jax.random.key(1), (1_024, 64))
predictions = predict(ensemble, x)
print(predictions.shape)
print("mean predictive standard deviation", float(jnp.std(predictions, axis=0).mean()))
