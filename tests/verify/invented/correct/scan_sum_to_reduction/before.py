import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (20, 4)),)


def run(x):
    return jax.lax.scan(lambda c, r: (c + jnp.sin(r), None), jnp.zeros(x.shape[1:], x.dtype), x)[0]
