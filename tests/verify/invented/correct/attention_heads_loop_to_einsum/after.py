import jax
import jax.numpy as jnp


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    s = (2, 5, 3)
    return jax.random.normal(a, s), jax.random.normal(b, s), jax.random.normal(c, s)


def run(q, k, v):
    s = jnp.einsum("hid,hjd->hij", q, k) / jnp.sqrt(q.shape[-1])
    return jnp.einsum("hij,hjd->hid", jax.nn.softmax(s, axis=-1), v)
