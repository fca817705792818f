import jax
import jax.numpy as jnp
from jax import random


def augment(key, images, *, noise: bool, flip: bool):
    if noise:
        images = images + 0.1 * random.normal(key, images.shape)
    elif flip:
        images = jnp.where(random.bernoulli(key, 0.5, (images.shape[0], 1, 1)), images[:, :, ::-1], images)
    return images


augment = jax.jit(augment, static_argnames=("noise", "flip"))


def pipeline(seed, loader):
    root = random.key(seed)
    for i, images in enumerate(loader):
        yield augment(random.fold_in(root, i), images, noise=i % 2 == 0, flip=i % 2 == 1)
