# not executed: there is no fix
import jax
import jax.numpy as jnp
from flax import nnx


class Encoder(nnx.Module):
    def __init__(self, din, latent, rngs: nnx.Rngs):
        self.mean = nnx.Linear(din, latent, rngs=rngs)
        self.drop = nnx.Dropout(0.1)

    def __call__(self, x):
        mu = self.mean(x)
        rngs = nnx.Rngs(0)  # want: JOL805 "begins its streams anew"
        return mu + jax.random.normal(rngs.noise(), mu.shape)


class Masked(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.drop = nnx.Dropout(0.1)

    def __call__(self, x):
        return self.drop(x, rngs=nnx.Rngs(dropout=1))  # want: JOL805 "begins its streams anew"


@nnx.jit
def jittered(model, x):
    rngs = nnx.Rngs(3, noise=4)  # want: JOL805 "every run of `jittered`"
    return model(x + rngs.normal(x.shape))


def walk(x, steps):
    for _ in range(steps):
        rngs = nnx.Rngs(0)  # want: JOL805 "every turn"
        x = x + jax.random.normal(rngs(), x.shape)
    return x


def run(model, xs):
    return jnp.stack([jittered(model, x) for x in xs])
