"""Overlap matrix of state vectors.

``run(a, b)`` with a (N, D) and b (M, D), real or complex, returns the (N, M)
matrix of Hermitian inner products <a_i, b_j> = sum_d conj(a[i, d]) * b[j, d].
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(a, b):
    return jnp.einsum("id,jd->ij", a, b)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3, 4)), jax.random.normal(k2, (2, 4))
