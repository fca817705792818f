import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (jax.random.normal(k1, (9, 11)), jax.random.uniform(k2, (30,), maxval=7.9), jax.random.uniform(k3, (30,), maxval=9.9))


def run(image, ys, xs):
    """Bilinear samples at 0 <= y < height - 1, 0 <= x < width - 1."""
    h, w = image.shape
    i = jnp.clip(jnp.floor(ys).astype(int), 0, h - 2)
    j = jnp.clip(jnp.floor(xs).astype(int), 0, w - 2)
    a, b = ys - i, xs - j
    flat = image.ravel()
    k = i * w + j
    top = flat[k] * (1 - b) + flat[k + 1] * b
    bottom = flat[k + w] * (1 - b) + flat[k + w + 1] * b
    return top * (1 - a) + bottom * a
