import jax
import jax.numpy as jnp


def inputs(key):
    return (int(jax.random.randint(key, (), 1, 1000)),)


def run(step):
    """Cosine learning rate; meant to multiply updates of any dtype."""
    frac = jnp.minimum(step / 1000, 1.0)
    return 0.05 * (1.0 + jnp.cos(jnp.pi * frac))
