"""Numbers that take the type of what they meet, results that are cast, and types nobody knows."""

import math

import jax
import jax.numpy as jnp
import numpy as np

WIDTH = 32
ROOT = math.sqrt(WIDTH)
HALF = np.float16(0.5)
SHIFT = np.arange(WIDTH)
SCALE = np.float32(0.125)


@jax.jit
def scores(q, k):
    q, k = q.astype(jnp.bfloat16), k.astype(jnp.bfloat16)
    logits = q @ k.T / ROOT
    logits = logits / float(np.sqrt(WIDTH)) * np.pi
    return logits + SHIFT[0]


@jax.jit
def in_full(q, k):
    product = jnp.einsum("qd,kd->qk", q, k, preferred_element_type=jnp.float32)
    return product / np.sqrt(WIDTH)


@jax.jit
def cast_back(x):
    x = x.astype(jnp.bfloat16)
    y = (x * SCALE).astype(x.dtype)
    wide = x / np.sqrt(WIDTH)
    return y, wide.astype(jnp.bfloat16), wide.astype(jnp.float32)


@jax.jit
def one_way(x, half):
    if half:
        x = x.astype(jnp.float16)
    return x * SCALE


@jax.jit
def given(x, y):
    return x * SCALE, y * np.asarray(HALF)


def host(n):
    rows = np.ones((n, WIDTH), np.float16)
    return rows * SCALE


def main(key):
    x = jax.random.normal(key, (WIDTH,))
    half = x.astype(jnp.bfloat16)
    full = half.astype(jnp.float32) * SCALE
    root = np.sqrt(half)
    mixed = half + x
    return given(x, x), in_full(half, half), full, half * root, mixed * SCALE
