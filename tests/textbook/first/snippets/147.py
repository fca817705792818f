from flax import nnx
import jax
import jax.numpy as jnp


class NoisyEncoder(nnx.Module):
    def __init__(self, din, dlatent, rngs: nnx.Rngs):
        self.mean = nnx.Linear(din, dlatent, rngs=rngs)
        self.logvar = nnx.Linear(din, dlatent, rngs=rngs)

    def __call__(self, x):
        mu, logvar = self.mean(x), self.logvar(x)
        rngs = nnx.Rngs(0)
        eps = jax.random.normal(rngs.noise(), mu.shape)
        return mu + jnp.exp(0.5 * logvar) * eps, mu, logvar


@nnx.jit
def kl(model, x):
    _, mu, logvar = model(x)
    return -0.5 * jnp.mean(1 + logvar - mu**2 - jnp.exp(logvar))


if __name__ == "__main__":
    enc = NoisyEncoder(32, 8, nnx.Rngs(1))
    print(kl(enc, jnp.ones((4, 32))))
