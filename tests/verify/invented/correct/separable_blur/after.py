import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (7, 8)),)


def _pass(line):
    padded = jnp.pad(line, 1)
    return 0.5 * line + 0.25 * (padded[:-2] + padded[2:])


@jax.jit
def run(image):
    """Binomial blur with zeros beyond the border."""
    return jax.vmap(_pass, in_axes=1, out_axes=1)(jax.vmap(_pass)(image))
