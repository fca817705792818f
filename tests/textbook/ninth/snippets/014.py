import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Autoencoder(nnx.Module):
    def __init__(self, dim: int, latent: int, rngs: nnx.Rngs):
        self.encoder = nnx.Linear(dim, latent, rngs=rngs)
        self.decoder = nnx.Linear(latent, dim, rngs=rngs)

    def __call__(self, x):
        return self.decoder(nnx.tanh(self.encoder(x)))


@nnx.jit
def train_step(model, optimizer, x):
    def loss_fn(model):
        return jnp.mean((model(x) - x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(model, grads)
    return loss


model = Autoencoder(784, 64, rngs=nnx.Rngs(0))
optimizer = nnx.Optimizer(model, optax.adamw(1e-3, weight_decay=1e-4))
x = jax.random.uniform(jax.random.key(1), (512, 784))
for step in range(2_000):
    loss = train_step(model, optimizer, x)
print("reconstruction error", float(loss))
