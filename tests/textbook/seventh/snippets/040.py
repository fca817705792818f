import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Autoencoder(nnx.Module):
    def __init__(self, din: int, dlatent: int, *, rngs: nnx.Rngs):
        self.encoder = nnx.Linear(din, dlatent, rngs=rngs)
        self.decoder = nnx.Linear(dlatent, din, rngs=rngs)

    def __call__(self, x):
        return nnx.sigmoid(self.decoder(nnx.relu(self.encoder(x))))


@nnx.jit
def train_step(model, optimizer, x):
    def loss_fn(model):
        return jnp.mean((model(x) - x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(grads)
    return loss


model = Autoencoder(784, 64, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adam(1e-3), wrt=nnx.Param)
x = jax.random.uniform(jax.random.key(0), (256, 784))
for _ in range(500):
    loss = train_step(model, optimizer, x)
print(loss)
