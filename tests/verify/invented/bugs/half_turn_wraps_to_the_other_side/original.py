import jax
import jax.numpy as jnp


def inputs(key):
    return (400 * jax.random.normal(key, (7,)),)


def run(degrees):
    """Angles wrapped into (-180, 180]."""
    out = []
    for a in degrees:
        a = a % 360.0
        out.append(a - 360.0 if a > 180.0 else a)
    return jnp.stack(out)
