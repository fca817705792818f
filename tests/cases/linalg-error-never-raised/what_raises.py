"""NumPy, code that is not seen, other errors, and errors that any code may have."""

import jax.numpy as jnp
import numpy as np
import scipy.linalg


def of_numpy(matrix):
    try:
        return np.linalg.cholesky(matrix)
    except np.linalg.LinAlgError:
        return None


def both(matrix):
    try:
        lower = jnp.linalg.cholesky(matrix)
        return lower, scipy.linalg.inv(matrix)
    except np.linalg.LinAlgError:
        return None


def unseen(matrix, solver):
    try:
        return solver(jnp.linalg.inv(matrix))
    except np.linalg.LinAlgError:
        return None


def told_by_hand(matrix):
    try:
        lower = jnp.linalg.cholesky(matrix)
        if jnp.isnan(lower).any():
            raise np.linalg.LinAlgError("not positive definite")
        return lower
    except np.linalg.LinAlgError:
        return None


def of_shapes(matrix, other):
    try:
        return jnp.linalg.solve(matrix, other)
    except (ValueError, TypeError):
        return None


def eager(matrix):
    try:
        return jnp.linalg.inv(matrix)
    except Exception:
        return None


def plain(matrix):
    try:
        return jnp.exp(matrix)
    except np.linalg.LinAlgError:
        return None
