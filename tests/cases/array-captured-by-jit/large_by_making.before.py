# not executed: there is no fix
"""What is captured is large by what it is made of: a model that runs, a file, a written shape."""
import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from flax import nnx

IMAGES = jnp.asarray(np.load("images.npy").reshape(100_000, 3072), jnp.float32)
TOKENS = jnp.load("tokens.npy")
WEIGHTS = {name: jnp.asarray(w) for name, w in np.load("weights.npz").items()}
NOISE = jax.random.normal(jax.random.key(0), (4096, 8192))
raw = np.load("labels.npy")
LABELS = jnp.asarray(raw, jnp.int32)


@jax.jit
def step(w, index):
    x = IMAGES[index]  # want: JOL113 (warning) "which is large"
    return w - (x @ w).mean() + LABELS[index].mean()  # want: JOL113 (info) "`LABELS` from around it, which is loaded"


@jax.jit
def logits(tokens):
    return WEIGHTS["embed"][tokens] @ WEIGHTS["out"]  # want: JOL113 (info) "`WEIGHTS`"


@jax.jit
def perturbed(w, seed):
    return w + NOISE[seed]  # want: JOL113 (warning) "`NOISE`"


class Retriever:
    def __init__(self, key):
        self.model = eqx.nn.MLP(8192, 256, 8192, 12, key=key)
        self.encode = jax.jit(lambda batch: jax.vmap(self.model)(batch))  # want: JOL113 (info) "runs `self.model`"


class Encoder(eqx.Module):
    weight: jax.Array

    def __call__(self, x):
        return self.weight @ x


def serve(key, requests):
    encoder = Encoder(jax.random.normal(key, (64, 64)))

    @eqx.filter_jit
    def encode(x):
        return jax.vmap(encoder)(x)  # want: JOL113 (info) "`encoder`"

    return [encode(x) for x in requests]


def evaluate(rngs, loader):
    model = nnx.Linear(512, 512, rngs=rngs)

    @nnx.jit
    def predict(x):
        return model(x)  # want: JOL113 (info) "runs `model`"

    return [predict(x) for x in loader]


def no_arguments(key, n):
    net = eqx.nn.Linear(256, 256, key=key)
    data = jnp.asarray(np.loadtxt("points.txt"))

    @jax.jit
    def loss():
        return jnp.mean(jax.vmap(net)(data) ** 2)  # want: JOL113 JOL113

    return [loss() for _ in range(n)]
