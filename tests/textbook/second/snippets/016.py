import random

import jax
import jax.numpy as jnp


def crop(image, size):
    top = random.randint(0, image.shape[0] - size)
    return jax.lax.dynamic_slice(image, (top, 0, 0), (size, size, image.shape[2]))


@jax.jit
def prepare(batch):
    cropped = jax.vmap(lambda im: crop(im, 224))(batch)
    mean = jnp.asarray([0.485, 0.456, 0.406])
    return cropped - mean


def stream(loader):
    for batch in loader:
        yield prepare(batch)
