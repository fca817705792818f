import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4, 3)), 3


def run(x, epochs):
    """Yield one standardised, rolled copy of the data per epoch."""
    for e in range(epochs):
        rolled = jnp.roll(x, e, axis=0)
        yield (rolled - rolled.mean(0)) / (rolled.std(0) + 1e-6)
