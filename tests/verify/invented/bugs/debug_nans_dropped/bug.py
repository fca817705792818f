import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (5,), minval=0.1),)


@jax.jit
def _f(x):
    return jnp.sum(x * jnp.log(x))


def run(x):
    """Entropy-like sum; a NaN raises FloatingPointError."""
    return _f(x)
