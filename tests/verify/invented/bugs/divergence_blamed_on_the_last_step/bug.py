import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.float32(1.5), 4)


def run(x, steps):
    """Squares x again and again; FloatingPointError names the first step that is not finite."""
    x = jax.lax.fori_loop(0, steps, lambda i, x: x * x, x)
    if not jnp.isfinite(x):
        raise FloatingPointError(f'step {steps - 1}')
    return x
