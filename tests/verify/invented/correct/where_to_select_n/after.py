import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (9,)),)


def run(x):
    which = jnp.where(x > 1, 2, jnp.where(x < -1, 1, 0))
    return jax.lax.select_n(which, 0.5 * x * x, -x, x)
