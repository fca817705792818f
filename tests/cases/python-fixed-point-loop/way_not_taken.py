"""The one call under the transform says that another way is taken."""

import jax
import jax.numpy as jnp
from jax.scipy.linalg import expm


def exponential(matrix, terms=20, method="solve"):
    if method == "solve":
        return expm(matrix)
    elif method == "series":
        total = jnp.eye(matrix.shape[0])
        term = total
        for k in range(1, terms + 1):
            term = term @ matrix / k
            total = total + term
        return total
    raise ValueError(method)


def advanced(matrices):
    def one(matrix):
        return exponential(matrix, method="solve")[:2]

    return jax.vmap(one)(matrices)
