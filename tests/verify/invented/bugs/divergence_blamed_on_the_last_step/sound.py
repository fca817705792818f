import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.float32(1.5), 4)


def run(x, steps):
    """Squares x again and again; FloatingPointError names the first step that is not finite."""
    step = lambda x, _: (x * x, x * x)
    x, seen = jax.lax.scan(step, x, length=steps)
    bad = ~jnp.isfinite(seen)
    if bad.any():
        raise FloatingPointError(f'step {int(bad.argmax())}')
    return x
