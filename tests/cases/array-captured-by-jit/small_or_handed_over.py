"""What holds no parameters, is handed over, is small, or is asked for its shape alone."""
import functools

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from diffusers.models import FlaxAutoencoderKL
from flax import linen as nn
from flax import nnx

IMAGES = jnp.asarray(np.load("images.npy").reshape(100_000, 3072), jnp.float32)
GRID = jnp.zeros((64, 64))
MEAN = jnp.asarray(np.load("statistics.npz")["mean"][0])
FOUND = np.load("labels.npy")
DENSE = nn.Dense(4096)
drop = eqx.nn.Dropout(0.1)


@jax.jit
def step(images, w, index):
    return images[index] @ w + GRID.sum() - MEAN


@jax.jit
def like(w):
    return w * IMAGES.shape[0]


@jax.jit
def applied(params, x):
    return DENSE.apply(params, drop(x, inference=True))


@nnx.jit
def predict(model, x):
    return model(x)


@eqx.filter_jit
def loss(model, x):
    def one(row):
        return model(row)

    return jnp.mean(jax.vmap(one)(x))


def on_the_host(w, index):
    return w @ IMAGES[index] + FOUND[index]


def built_within(key, x):
    @jax.jit
    def run(x):
        model = eqx.nn.MLP(8, 8, 8, 2, key=key)
        return jax.vmap(model)(x)

    return run(x)


def main(rngs, w, loader):
    model = nnx.Linear(512, 512, rngs=rngs)
    for index in loader:
        w = step(IMAGES, w, index) + predict(model, w)
    return w


def handed_on(images, encoded):
    model, params = FlaxAutoencoderKL.from_pretrained("some/where")
    encode = jax.jit(functools.partial(encoded, model))
    return encode(params, images)
