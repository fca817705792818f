import jax
from flax import nnx


class Encoder(nnx.Module):
    def __init__(self, din, latent, rngs: nnx.Rngs):
        self.mean = nnx.Linear(din, latent, rngs=rngs)
        self.drop = nnx.Dropout(0.1, rngs=rngs)
        self.rngs = rngs

    def __call__(self, x, rngs=None):
        mu = self.drop(self.mean(x))
        return mu + jax.random.normal(self.rngs.noise(), mu.shape)


rngs_of_all = nnx.Rngs(0)


def shaken(x):
    return x + jax.random.normal(rngs_of_all.noise(), x.shape)


def shake(x, steps):
    for _ in range(steps):
        x = shaken(x)
    return x


def create(din):
    # Weights of a fixed seed are what one wants here.
    return Encoder(din, 8, rngs=nnx.Rngs(0))


@nnx.jit
def shapes(x):
    rngs = nnx.Rngs(0)
    model = Encoder(x.shape[-1], 8, rngs)
    return nnx.state(model)


def walk(x, steps, seed):
    rngs = nnx.Rngs(seed)
    for _ in range(steps):
        x = x + jax.random.normal(rngs.noise(), x.shape)
    return x


def walk_of_fixed_streams(x, steps):
    rngs = nnx.Rngs(0)
    for _ in range(steps):
        x = x + jax.random.normal(rngs.noise(), x.shape)
    return x


@nnx.jit
def drawn(x, rngs: nnx.Rngs):
    return x + rngs.normal(x.shape)


def keyed(x, key):
    rngs = nnx.Rngs(key)
    return x + jax.random.normal(rngs.noise(), x.shape)
