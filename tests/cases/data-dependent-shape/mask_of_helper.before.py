# not executed: the marked line raises
import jax
import jax.numpy as jnp


def spread(values):
    centre = jnp.median(values)
    width = jnp.median(jnp.abs(values - centre))
    return jnp.abs(values - centre) / width


@jax.jit
def trimmed(values, limit):
    inside = spread(values) < limit
    return values[inside].mean()  # want: JOL104 "the mask `inside` selects"
