import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Autoencoder(nnx.Module):
    def __init__(self, dim: int, latent: int, *, rngs: nnx.Rngs):
        self.enc = nnx.Linear(dim, latent, rngs=rngs)
        self.dec = nnx.Linear(latent, dim, rngs=rngs)

    def __call__(self, x):
        return self.dec(nnx.tanh(self.enc(x)))


@nnx.jit
def train_step(model: Autoencoder, optimizer: nnx.Optimizer, x: jax.Array):
    def loss_fn(model):
        return jnp.mean((model(x) - x) ** 2)

    loss, grads = nnx.value_and_grad(loss_fn)(model)
    optimizer.update(grads)
    return loss


def main():
    rngs = nnx.Rngs(0, data=1)
    model = Autoencoder(16, 4, rngs=rngs)
    optimizer = nnx.Optimizer(model, optax.adam(1e-2), wrt=nnx.Param)
    for _ in range(100):
        x = jax.random.normal(rngs.data(), (64, 16))
        loss = train_step(model, optimizer, x)
    print("loss", loss)


if __name__ == "__main__":
    main()
