"""Log-density of rows of x (N, D) under a normal law with mean mu and SPD, well-conditioned covariance s.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(x, mu, s):
    l = jnp.linalg.cholesky(s)
    z = jax.scipy.linalg.solve_triangular(l, (x - mu).T, lower=True)
    half_logdet = jnp.sum(jnp.log(jnp.diagonal(l)))
    return -0.5 * jnp.sum(z * z, axis=0) - half_logdet - 0.5 * mu.shape[0] * jnp.log(2 * jnp.pi)


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    m = jax.random.normal(a, (3, 3))
    return jax.random.normal(b, (5, 3)), jax.random.normal(c, (3,)), m @ m.T + 3.0 * jnp.eye(3)
