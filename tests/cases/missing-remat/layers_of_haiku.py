"""A loop of layers under `hk.remat`, and a scan of small physics steps that nobody differentiates."""

import haiku as hk
import jax
import jax.numpy as jnp


def forward(x):
    for width in (64, 64, 64):
        layer = hk.nets.MLP([width, width])
        x = x + hk.remat(layer)(x)
    return jnp.mean(x)


gradient = jax.grad(hk.without_apply_rng(hk.transform(forward)).apply)
