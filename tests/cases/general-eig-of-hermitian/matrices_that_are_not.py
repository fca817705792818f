"""Matrices that are not known to be Hermitian, or are not."""

import jax.numpy as jnp
import numpy as np


def given(m):
    return jnp.linalg.eig(m)


def others(a, b, g):
    return (
        jnp.linalg.eig(a @ b.T),
        jnp.linalg.eig(a @ g @ a.T),
        jnp.linalg.eig(a - a.T),
        jnp.linalg.eig(a @ a),
        jnp.linalg.eig(1j * (a + a.T)),
        jnp.linalg.eig(jnp.cov(a, b)),
    )


def off_diagonal(a):
    metric = jnp.eye(4)
    metric = metric.at[0, 1].set(2.0)
    return jnp.linalg.eig(metric)


def grown(a, n):
    total = jnp.eye(3)
    for _ in range(n):
        total = total @ a
    return jnp.linalg.eig(total)


def made(maker):
    return jnp.linalg.eig(maker() @ maker().T)


def hermitian(a):
    return jnp.linalg.eigh(a @ a.T), np.linalg.eig(a @ a.T)
