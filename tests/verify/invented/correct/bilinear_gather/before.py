import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return (jax.random.normal(k1, (9, 11)), jax.random.uniform(k2, (30,), maxval=7.9), jax.random.uniform(k3, (30,), maxval=9.9))


def run(image, ys, xs):
    """Bilinear samples at 0 <= y < height - 1, 0 <= x < width - 1."""
    out = []
    for y, x in zip(ys, xs):
        i, j = jnp.floor(y).astype(int), jnp.floor(x).astype(int)
        a, b = y - i, x - j
        patch = jax.lax.dynamic_slice(image, (i, j), (2, 2))
        out.append(jnp.stack([1 - a, a]) @ patch @ jnp.stack([1 - b, b]))
    return jnp.stack(out)
