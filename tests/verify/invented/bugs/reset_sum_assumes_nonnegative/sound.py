import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.randint(k1, (20,), 0, 9), jax.random.bernoulli(k2, 0.3, (20,))


def run(values, reset):
    """Running integer sum that starts again (before the value is added) where reset is set."""

    def combine(a, b):
        return a[0] | b[0], jnp.where(b[0], b[1], a[1] + b[1])

    return jax.lax.associative_scan(combine, (reset, values))[1]
