import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (7, 8)),)


def run(image):
    """Binomial blur with zeros beyond the border."""
    h, w = image.shape
    padded = jnp.pad(image, 1)
    out = jnp.zeros_like(image)
    for i, a in enumerate((0.25, 0.5, 0.25)):
        for j, b in enumerate((0.25, 0.5, 0.25)):
            out = out + a * b * padded[i:i + h, j:j + w]
    return out
