import jax.numpy as jnp
from deeper import scaled


class Layer:
    def __init__(self, size):
        self.size = size


def masked(x):
    return jnp.where(x > 0, x, 0)


def masked_later(x):
    return x


def masked_later(x, fill):  # noqa: F811
    return jnp.where(x > 0, x, fill)
