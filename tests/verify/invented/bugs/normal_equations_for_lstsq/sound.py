import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (9, 3)), jax.random.normal(jax.random.fold_in(key, 1), (9,)))


def run(a, b):
    """Least-squares fit of least norm, for a of any rank."""
    return jnp.linalg.pinv(a) @ b
