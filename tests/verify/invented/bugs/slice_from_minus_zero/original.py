import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (12, 2)), jax.random.normal(k2, (12, 2)), 4)


def run(previous, chunk, overlap):
    """The chunk with the last `overlap` (0 <= overlap <= n, a Python int) frames before it."""
    n = previous.shape[0]
    context = [previous[i] for i in range(n - overlap, n)]
    return jnp.stack(context + list(chunk))
