"""Overlap matrix of state vectors.

``run(a, b)`` with a (N, D) and b (M, D), real or complex, returns the (N, M)
matrix of Hermitian inner products <a_i, b_j> = sum_d conj(a[i, d]) * b[j, d].
"""
import jax
import jax.numpy as jnp


def run(a, b):
    rows = []
    for i in range(a.shape[0]):
        rows.append(jnp.stack([jnp.vdot(a[i], b[j]) for j in range(b.shape[0])]))
    return jnp.stack(rows)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3, 4)), jax.random.normal(k2, (2, 4))
