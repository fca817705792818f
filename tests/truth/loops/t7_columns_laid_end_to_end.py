"""The columns of a matrix are copied into one long vector, block by block."""

import jax
import jax.numpy as jnp


def mass(q):
    return jnp.array([[2.0 + jnp.cos(q[1]), jnp.sin(q[0])], [jnp.sin(q[0]), 1.0 + q[1] ** 2]])


def laid_out(q):
    matrix = mass(q)
    flat = jnp.zeros(matrix.size)
    m, n = jnp.shape(matrix)
    for i in range(m):  # want: JOL201
        flat = flat.at[n * i : n * (i + 1)].set(matrix.at[0:m, i].get())
    return flat


slopes = jax.jit(jax.jacfwd(laid_out))
