"""Parts that are all read, that cost nothing besides, or that a gradient needs."""

import jax
import jax.numpy as jnp
import numpy as np


def both(m):
    values, vectors = jnp.linalg.eig(m)
    return values, vectors


def symmetric(m):
    values, _ = jnp.linalg.eigh(m)  # `eigvalsh` computes the vectors, too
    return values


def orthogonal(m):
    q, _ = jnp.linalg.qr(m)
    return q


def rotation(m):
    u, _, vt = jnp.linalg.svd(m)
    return u @ vt


def told(m):
    return jnp.linalg.svd(m, compute_uv=False), jnp.linalg.qr(m, mode="r")


def whole(m):
    found = jnp.linalg.svd(m)
    return found, jnp.linalg.eig(m)


def on_host(m):
    _, s, _ = np.linalg.svd(m)
    return s


def penalty(m):
    _, s, _ = jnp.linalg.svd(m, full_matrices=False)
    return jnp.sum(s)


@jax.jit
def slope(m):
    return jax.grad(penalty)(m)


U, S, VT = jnp.linalg.svd(jnp.eye(3))
print(S)
