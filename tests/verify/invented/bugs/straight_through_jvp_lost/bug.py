import jax
import jax.numpy as jnp


def inputs(key):
    return (3.0 * jax.random.normal(key, (4, 5)), 0.25)


def run(x, step):
    def row(r):
        q = jnp.round(r / step) * step
        return jnp.sum(q ** 2)
    return jax.vmap(row)(x)
