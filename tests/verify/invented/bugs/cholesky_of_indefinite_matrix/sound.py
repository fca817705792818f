import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    a = jax.random.normal(k1, (5, 5))
    return a @ a.T + 5 * jnp.eye(5), jax.random.normal(k2, (5,))


def run(matrix, rhs):
    """Newton step: solve the symmetric Hessian system."""
    symmetric = (matrix + matrix.T) / 2
    return jax.scipy.linalg.lu_solve(jax.scipy.linalg.lu_factor(symmetric), rhs)
