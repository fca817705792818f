import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.uniform(a, (30,), minval=0.2, maxval=0.99), jax.random.normal(b, (30,))


def run(a, b):
    def step(h, ab):
        h = ab[0] * h + ab[1]
        return h, h
    return jax.lax.scan(step, jnp.zeros((), b.dtype), (a, b))[1]
