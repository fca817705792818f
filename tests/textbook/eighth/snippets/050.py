"""Gradient clipping in the backward pass with custom_vjp."""
from functools import partial

import jax
import jax.numpy as jnp

BATCH, FEATURES, HIDDEN, LIMIT = 4096, 256, 512, 1e-5


@partial(jax.custom_vjp, nondiff_argnums=(0,))
def clip_backward(limit, x, mask):
    return jnp.where(mask, x, 0.0)


def clip_backward_fwd(limit, x, mask):
    return jnp.where(mask, x, 0.0), mask


def clip_backward_bwd(limit, mask, g):
    return jnp.clip(jnp.where(mask, g, 0.0), -limit, limit), None


clip_backward.defvjp(clip_backward_fwd, clip_backward_bwd)


def loss_fn(w, x, mask, target):
    hidden = clip_backward(LIMIT, x @ w, mask)
    return jnp.mean((jnp.sinh(hidden).mean(axis=-1) - target) ** 2)


if __name__ == "__main__":
    kw, kx, km = jax.random.split(jax.random.key(0), 3)
    w = jax.random.normal(kw, (FEATURES, HIDDEN)) / FEATURES**0.5
    x = jax.random.normal(kx, (BATCH, FEATURES))
    mask = jax.random.bernoulli(km, 0.95, (BATCH, HIDDEN))
    grad = jax.jit(jax.grad(loss_fn))(w, x, mask, x.mean(axis=-1))
    print("largest gradient entry", float(jnp.abs(grad).max()))
