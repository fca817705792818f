import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)), 3)


def run(x, clip):
    """`x` held between -clip and clip; True stands for one standard deviation, False for none."""
    if clip is True:
        clip = float(jnp.std(x))
    elif clip is False:
        return x
    return jnp.minimum(jnp.maximum(x, -clip), clip)
