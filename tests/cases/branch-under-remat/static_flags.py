"""Flags that are static or bound before, tests for `None`, and values that nobody knows."""

from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp


@partial(jax.checkpoint, static_argnums=(2,))
def block(w, x, train):
    if train:
        x = 0.9 * x
    return jnp.tanh(x @ w)


@jax.checkpoint
def masked(x, mask):
    if mask is not None:
        x = x * mask
    return x


@jax.checkpoint
def listed(x, more):
    return x + more[0] if more else x


class Layer(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        x = nn.Dense(3)(x)
        return nn.relu(x) if train else x


class Net(nn.Module):
    @nn.compact
    def __call__(self, x, train: bool):
        layer = nn.remat(Layer, static_argnums=(2,))
        for _ in range(4):
            x = layer()(x, train)
        return x


def chosen(x, parts):
    return listed(x, parts)


def both(x):
    return chosen(x, []) + chosen(x, [x])


def loss(ws, x, mask=None, train=True):
    def plain(x, w, train):
        return jnp.tanh(x @ w) if train else x

    bound = jax.checkpoint(partial(plain, train=train))
    for w in ws:
        x = bound(block(w, x, train), w)
    return jnp.sum(listed(masked(x, mask), [x]))
