import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (6, 7)),)


@jax.jit
def run(image):
    """Maximum over the 3 x 3 neighbourhood of every pixel."""
    padded = jnp.pad(image, 1, mode="edge")
    h, w = image.shape
    shifts = [padded[i:i + h, j:j + w] for i in range(3) for j in range(3)]
    return jnp.max(jnp.stack(shifts), axis=0)
