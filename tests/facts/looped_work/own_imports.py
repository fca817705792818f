"""What a function imports itself, and numbers that follow from shapes."""

import jax.numpy as jnp


def shown(image, n, progress=False):
    steps = list(range(n))[::-1]
    if progress:
        from tqdm.auto import tqdm

        steps = tqdm(steps)
    for i in steps:  # fact: looped_work 4 over rows, carries
        image = jnp.tanh(image) * 2 + jnp.sin(image)
    return image


def own(image, n):
    from jax import numpy as np

    for _ in range(n):  # fact: looped_work 4 over numbers, carries
        image = np.tanh(image) * 2.0 + np.sin(image)
    return image


def as_many_as_rows(image, betas):
    for i in list(range(jnp.asarray(betas).shape[0])):  # fact: looped_work 3 over rows, carries
        image = jnp.tanh(image) * 2.0 + i
    return image
