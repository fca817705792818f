import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.float32(1.5), 4)


def run(x, steps):
    """Squares x again and again; FloatingPointError names the first step that is not finite."""
    for i in range(steps):
        x = x * x
        if not jnp.isfinite(x):
            raise FloatingPointError(f'step {i}')
    return x
