import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.uniform(a, (30,), minval=0.2, maxval=0.99), jax.random.normal(b, (30,))


def run(a, b):
    def combine(l, r):
        return l[0] * r[0], r[0] * l[1] + r[1]
    return jax.lax.associative_scan(combine, (a, b))[1]
