import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)), 3)


def run(x, clip):
    """`x` held between -clip and clip; True stands for one standard deviation, False for none."""
    if not isinstance(clip, (int, float)):
        clip = float(jnp.std(x)) if clip else float("inf")
    return jnp.clip(x, -clip, clip)
