import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (7,)),)


def run(x):
    """Mean of the log-cosh penalty."""
    total = 0.0
    for v in x:
        total = total + jnp.logaddexp(v, -v) - jnp.log(2.0)
    return total / x.shape[0]
