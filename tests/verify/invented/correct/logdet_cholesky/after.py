import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 6)),)


def run(x):
    l = jnp.linalg.cholesky(x @ x.T + jnp.eye(x.shape[0]))
    return 2.0 * jnp.sum(jnp.log(jnp.diagonal(l)))
