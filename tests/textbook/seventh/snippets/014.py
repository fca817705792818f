import jax
import jax.numpy as jnp
import optax
from flax import nnx

NUM_MEMBERS = 10


class MLP(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.fc1 = nnx.Linear(32, 256, rngs=rngs)
        self.fc2 = nnx.Linear(256, 1, rngs=rngs)

    def __call__(self, x):
        return self.fc2(nnx.relu(self.fc1(x)))


@nnx.vmap(in_axes=None, out_axes=0, axis_size=NUM_MEMBERS)
def create_ensemble(key):
    return MLP(nnx.Rngs(key))


@nnx.vmap(in_axes=(0, None), out_axes=0)
def forward(model, x):
    return model(x)


@nnx.jit
def train_step(ensemble, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: jnp.mean((forward(m, x) - y) ** 2))(ensemble)
    optimizer.update(ensemble, grads)
    return loss


ensemble = create_ensemble(jax.random.key(0))
optimizer = nnx.Optimizer(ensemble, optax.adam(1e-3), wrt=nnx.Param)
x = jax.random.normal(jax.random.key(1), (512, 32))
for _ in range(500):
    loss = train_step(ensemble, optimizer, x, jnp.sin(x[:, :1]))
print("ensemble spread:", forward(ensemble, x).std(axis=0).mean())
