import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)),)


def run(x):
    _, pull = jax.vjp(lambda v: jnp.sin(v) * v, x)
    return pull(jnp.ones_like(x))[0]
