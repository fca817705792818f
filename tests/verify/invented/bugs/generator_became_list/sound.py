import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4, 3)), 3


_norm = jax.jit(lambda r: (r - r.mean(0)) / (r.std(0) + 1e-6))


def run(x, epochs):
    """Yield one standardised, rolled copy of the data per epoch."""
    for e in range(epochs):
        yield _norm(jnp.roll(x, e, axis=0))
