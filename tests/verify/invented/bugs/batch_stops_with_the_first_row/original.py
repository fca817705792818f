import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (4,), minval=2.0, maxval=2.5),)


def _root(a):
    x = jnp.maximum(a, 1.0)
    while abs(x * x - a) > 1e-3 * a:
        x = 0.5 * (x + a / x)
    return x


def run(values):
    """Square roots by Heron's method."""
    return jnp.stack([_root(v) for v in values])
