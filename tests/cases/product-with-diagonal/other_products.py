import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def diagonals(matrix, rows, weights):
    variances = jnp.diag(matrix) @ weights
    inverse = jnp.linalg.inv(matrix)
    return variances, jnp.diag(inverse) @ weights, matrix.T, jnp.diag(rows @ rows.T) @ weights


@jax.jit
def of_a_matrix(matrix, weights):
    return jnp.diag(matrix) @ weights + matrix[0, 1]


@jax.jit
def shifted(rows, weights):
    return rows @ jnp.diag(weights, k=1), rows + jnp.diag(weights), rows * jnp.diag(weights)


def on_the_host(rows, weights):
    return rows @ np.diag(weights)
