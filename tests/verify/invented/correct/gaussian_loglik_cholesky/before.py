"""Log-density of rows of x (N, D) under a normal law with mean mu and SPD, well-conditioned covariance s.
"""
import jax
import jax.numpy as jnp


def run(x, mu, s):
    d = x - mu
    quad = jnp.einsum("ni,ij,nj->n", d, jnp.linalg.inv(s), d)
    return -0.5 * (quad + jnp.linalg.slogdet(s)[1] + mu.shape[0] * jnp.log(2 * jnp.pi))


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    m = jax.random.normal(a, (3, 3))
    return jax.random.normal(b, (5, 3)), jax.random.normal(c, (3,)), m @ m.T + 3.0 * jnp.eye(3)
