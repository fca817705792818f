"""GRU language model forward pass with lax.scan."""
from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp


class GRUParams(NamedTuple):
    w_x: jax.Array
    w_h: jax.Array
    b: jax.Array


def init_gru(key: jax.Array, din: int, dh: int) -> GRUParams:
    kx, kh = jax.random.split(key)
    return GRUParams(
        jax.random.normal(kx, (din, 3 * dh)) / din**0.5,
        jax.random.normal(kh, (dh, 3 * dh)) / dh**0.5,
        jnp.zeros((3 * dh,)),
    )


def gru_cell(p: GRUParams, h: jax.Array, x: jax.Array) -> jax.Array:
    gx = x @ p.w_x + p.b
    gh = h @ p.w_h
    zx, rx, nx = jnp.split(gx, 3, axis=-1)
    zh, rh, nh = jnp.split(gh, 3, axis=-1)
    z = jax.nn.sigmoid(zx + zh)
    r = jax.nn.sigmoid(rx + rh)
    n = jnp.tanh(nx + r * nh)
    return (1.0 - z) * n + z * h


@jax.jit
def encode(p: GRUParams, xs: jax.Array) -> jax.Array:
    """Encodes (time, batch, features) into the last hidden state."""
    h0 = jnp.zeros((xs.shape[1], p.w_h.shape[0]))
    h, _ = jax.lax.scan(lambda h, x: (gru_cell(p, h, x), None), h0, xs)
    return h


if __name__ == "__main__":
    k_p, k_x = jax.random.split(jax.random.key(0))
    params = init_gru(k_p, 16, 32)
    print(encode(params, jax.random.normal(k_x, (200, 8, 16))).shape)
