# not executed: there is no fix
"""What is compiled is called for one row of an array after the other."""

import jax
import jax.numpy as jnp


@jax.jit
def encode(params, image):
    return jax.nn.relu(params @ image.reshape(-1))


def embed_batch(params, images):
    return jnp.stack([encode(params, image) for image in images])  # want: JOL201 (info) "calls what is compiled from Python, and none needs"


def embed_listed(params, images):
    out = []
    for image in images:  # want: JOL201 (info)
        out.append(encode(params, image))
    return out


def embed_loader(params, loader):
    return [embed_listed(params, images) for images in loader]


def demo():
    key = jax.random.key(0)
    params = jax.random.normal(key, (64, 3072))
    batches = [jax.random.normal(key, (4096, 32, 32, 3))]
    embed_loader(params, batches)
    return [embed_batch(params, images) for images in batches]


def embed_files(params, files):
    return jnp.stack([encode(params, jnp.load(file)) for file in files])
