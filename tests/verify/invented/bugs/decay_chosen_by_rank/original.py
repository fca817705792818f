import jax
import jax.numpy as jnp


def inputs(key):
    return ({'kernel': jax.random.normal(key, (3, 2)), 'bias': jnp.ones(2)}, 0.1)


def run(params, rate):
    """Decays every leaf named kernel."""
    return {k: v * (1 - rate) if k == 'kernel' else v for k, v in params.items()}
